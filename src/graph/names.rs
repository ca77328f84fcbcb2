//! Interned strings.

use std::hash::BuildHasher;
use std::ops::Range;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

use crate::ids::NameId;

/// The interned strings of a model. Invalid UTF-8 is replaced when a string is added, and the reader reports it.
#[derive(Clone, Debug)]
pub struct Names {
    text: String,
    /// End of each name in `text`; a name starts where the previous one ends.
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
    /// The id of `text`, which is added if it is new.
    pub fn intern(&mut self, text: &str) -> NameId {
        self.lookup(text.as_bytes(), |_| Some(text)).unwrap_or(NameId::EMPTY)
    }

    /// The id of a text that may be invalid UTF-8, and then `None`. Known names need no check.
    pub(crate) fn intern_bytes(&mut self, bytes: &[u8]) -> Option<NameId> {
        self.lookup(bytes, |bytes| std::str::from_utf8(bytes).ok())
    }

    fn lookup<'a>(&mut self, bytes: &'a [u8], text: impl Fn(&'a [u8]) -> Option<&'a str>) -> Option<NameId> {
        let Names { text: all, ends, table, hasher } = self;
        let hash = hasher.hash_one(bytes);
        let known = |&i: &u32| slice(all.as_bytes(), ends, i) == bytes;
        match table.entry(hash, known, |&i| hasher.hash_one(slice(all.as_bytes(), ends, i))) {
            Entry::Occupied(known) => Some(NameId(*known.get())),
            Entry::Vacant(free) => {
                let index = ends.len() as u32;
                let text = text(bytes)?;
                free.insert(index);
                all.push_str(text);
                ends.push(all.len());
                Some(NameId(index))
            }
        }
    }

    /// The id of `text`, if it occurs in the model.
    pub fn find(&self, text: &str) -> Option<NameId> {
        let hash = self.hasher.hash_one(text.as_bytes());
        let found = self.table.find(hash, |&i| self.is(NameId(i), text));
        found.map(|&i| NameId(i))
    }

    /// The string of an id.
    pub fn get(&self, id: NameId) -> &str {
        &self.text[range(&self.ends, id.0)]
    }

    /// Whether the string of an id is this one.
    pub(crate) fn is(&self, id: NameId, text: &str) -> bool {
        slice(self.text.as_bytes(), &self.ends, id.0) == text.as_bytes()
    }

    /// The number of names, including the empty one.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Reserves space for `names` more names of about eight bytes each.
    pub(crate) fn reserve(&mut self, names: usize) {
        let Names { text, ends, table, hasher } = self;
        ends.reserve(names);
        text.reserve(names.saturating_mul(8));
        table.reserve(names, |&i| hasher.hash_one(slice(text.as_bytes(), ends, i)));
    }
}

#[inline]
fn range(ends: &[usize], index: u32) -> Range<usize> {
    let index = index as usize;
    let start = if index == 0 { 0 } else { ends[index - 1] };
    start..ends[index]
}

/// The bytes of a name, which are not checked to be whole characters.
#[inline]
fn slice<'a>(text: &'a [u8], ends: &[usize], index: u32) -> &'a [u8] {
    &text[range(ends, index)]
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
