//! Interned strings.

use std::hash::BuildHasher;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

use super::id::NameId;

/// Every string of a model once. Invalid UTF-8 is replaced on the way in, and the reader reports it.
#[derive(Debug)]
pub struct Names {
    text: String,
    /// End of each name in `text`; a name starts where the one before it ends.
    ends: Vec<usize>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Default for Names {
    fn default() -> Names {
        let mut names = Names {
            text: String::new(),
            ends: Vec::new(),
            table: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        };
        names.intern("");
        names
    }
}

impl Names {
    /// The id of `text`, which is kept if it is new.
    pub fn intern(&mut self, text: &str) -> NameId {
        let Names { text: all, ends, table, hasher } = self;
        let hash = hasher.hash_one(text);
        let entry = table.entry(hash, |&i| slice(all, ends, i) == text, |&i| hasher.hash_one(slice(all, ends, i)));
        match entry {
            Entry::Occupied(known) => NameId(*known.get()),
            Entry::Vacant(free) => {
                let index = ends.len() as u32;
                free.insert(index);
                all.push_str(text);
                ends.push(all.len());
                NameId(index)
            }
        }
    }

    /// The id of `text`, if it occurs in the model.
    pub fn find(&self, text: &str) -> Option<NameId> {
        let found = self.table.find(self.hasher.hash_one(text), |&i| slice(&self.text, &self.ends, i) == text);
        found.map(|&i| NameId(i))
    }

    /// The string of an id.
    pub fn get(&self, id: NameId) -> &str {
        slice(&self.text, &self.ends, id.0)
    }

    /// How many names there are, the empty one included.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Makes room for `names` more names, of about eight bytes each.
    pub(crate) fn reserve(&mut self, names: usize) {
        let Names { text, ends, table, hasher } = self;
        ends.reserve(names);
        text.reserve(names.saturating_mul(8));
        table.reserve(names, |&i| hasher.hash_one(slice(text, ends, i)));
    }
}

fn slice<'a>(text: &'a str, ends: &[usize], index: u32) -> &'a str {
    let index = index as usize;
    let start = if index == 0 { 0 } else { ends[index - 1] };
    &text[start..ends[index]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_is_kept_once() {
        let mut names = Names::default();
        let (a, b) = (names.intern("a"), names.intern("b"));
        assert_ne!(a, b);
        assert_eq!(names.intern("a"), a);
        assert_eq!(names.get(b), "b");
        assert_eq!(names.find("c"), None);
        assert_eq!(names.intern(""), NameId::EMPTY);
    }
}
