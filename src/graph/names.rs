//! Interned strings.

use std::hash::BuildHasher;
use std::ops::Range;
use std::sync::OnceLock;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

use crate::ids::NameId;

/// The interned strings of a model. Invalid UTF-8 is replaced when a string is added, and the reader reports it.
#[derive(Clone, Debug)]
pub struct Names {
    text: String,
    /// End of each name in `text`; a name starts where the previous one ends.
    ends: Vec<u32>,
    /// The names by their text; made when it is first needed, since only readers and edits look names up.
    table: OnceLock<HashTable<u32>>,
    hasher: DefaultHashBuilder,
    /// Names that were looked up recently, as most names of a file were: a node reads what the one before it computes, and
    /// has the operator of one shortly before.
    recent: [NameId; RECENT],
    /// The most bytes of all names.
    max_text: usize,
    is_full: bool,
}

/// The number of names that are found without a hash, a power of two.
const RECENT: usize = 256;

/// The slot of a name among the recent ones.
#[inline]
fn slot(text: &[u8]) -> usize {
    let (first, before, last) = match text {
        [first, .., before, last] => (*first, *before, *last),
        [first, last] => (*first, 0, *last),
        _ => (0, 0, text.first().copied().unwrap_or(0)),
    };
    (text.len() ^ usize::from(first) << 1 ^ usize::from(last) << 2 ^ usize::from(before) << 5) % RECENT
}

/// The hash of a name. Many names of a file differ in their last character only; they get places side by side in the table.
/// A large table does not fit into the cache, and to reach a place outside of it takes longer than the rest of adding a name.
/// The upper bits, by which the table tells names apart without reading them, differ as well.
fn hash(hasher: &DefaultHashBuilder, text: &[u8]) -> u64 {
    const ROW: u64 = 15;
    let (last, before) = text.split_last().unwrap_or((&0, &[]));
    let last = u64::from(*last);
    (hasher.hash_one(before) & !ROW | last & ROW) ^ last << 57
}

impl Default for Names {
    fn default() -> Names {
        let mut names = Names {
            text: String::new(),
            ends: Vec::new(),
            table: OnceLock::new(),
            hasher: DefaultHashBuilder::default(),
            recent: [NameId::EMPTY; RECENT],
            max_text: u32::MAX as usize,
            is_full: false,
        };
        names.find_or_add(b"", |_| Some(""));
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
        if bytes.is_empty() {
            return Some(NameId::EMPTY);
        }
        let slot = slot(bytes);
        let recent = self.recent[slot];
        if self.is(recent, bytes) {
            return Some(recent);
        }
        let name = self.find_or_add(bytes, text)?;
        self.recent[slot] = name;
        Some(name)
    }

    fn find_or_add<'a>(&mut self, bytes: &'a [u8], text: impl Fn(&'a [u8]) -> Option<&'a str>) -> Option<NameId> {
        self.table();
        let Names { text: all, ends, table, hasher, max_text, is_full, .. } = self;
        let table = table.get_mut()?;
        let known = |&i: &u32| is_same(slice(all.as_bytes(), ends, i), bytes);
        match table.entry(hash(hasher, bytes), known, |&i| hash(hasher, slice(all.as_bytes(), ends, i))) {
            Entry::Occupied(known) => Some(NameId::new(*known.get())),
            Entry::Vacant(free) => {
                let index = ends.len() as u32;
                let text = text(bytes)?;
                if text.len() > *max_text - all.len() {
                    *is_full = true;
                    return Some(NameId::EMPTY);
                }
                free.insert(index);
                grow(all, text.len());
                all.push_str(text);
                ends.push(all.len() as u32);
                Some(NameId::new(index))
            }
        }
    }

    fn table(&self) -> &HashTable<u32> {
        self.table.get_or_init(|| {
            let Names { text, ends, hasher, .. } = self;
            let hash = |&i: &u32| hash(hasher, slice(text.as_bytes(), ends, i));
            let mut table = HashTable::with_capacity(ends.len());
            for i in 0..ends.len() as u32 {
                table.insert_unique(hash(&i), i, hash);
            }
            table
        })
    }

    /// Ends the reading of a file, after which few names are looked up.
    pub(crate) fn settle(&mut self) {
        self.table.take();
    }

    /// Whether a name was replaced by the empty one, because the names of the file have more bytes than are addressed.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    /// The id of `text`, if it occurs in the model.
    pub fn find(&self, text: &str) -> Option<NameId> {
        let found =
            self.table().find(hash(&self.hasher, text.as_bytes()), |&i| self.is(NameId::new(i), text.as_bytes()));
        found.map(|&i| NameId::new(i))
    }

    /// The string of an id.
    pub fn get(&self, id: NameId) -> &str {
        &self.text[range(&self.ends, id.position())]
    }

    /// Whether the string of an id is this one.
    pub(crate) fn is(&self, id: NameId, text: &[u8]) -> bool {
        is_same(slice(self.text.as_bytes(), &self.ends, id.position()), text)
    }

    /// The bytes, about, that the names take: each has a text, its end, and a place in the table.
    pub(crate) fn memory(&self) -> usize {
        self.text.len() + 16 * self.len()
    }

    /// The number of names, including the empty one.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Reserves space for `names` more names of about eight bytes each.
    pub(crate) fn reserve(&mut self, names: usize) {
        self.table();
        let Names { text, ends, table, hasher, .. } = self;
        ends.reserve(names);
        text.reserve(names.saturating_mul(8));
        if let Some(table) = table.get_mut() {
            table.reserve(names, |&i| hash(hasher, slice(text.as_bytes(), ends, i)));
        }
    }
}

/// Makes room for so many more bytes. A long text grows by a quarter, because names take much of the memory of a model.
fn grow(text: &mut String, more: usize) {
    const LONG: usize = 1 << 16;
    if text.len() >= LONG && text.capacity() - text.len() < more {
        text.reserve_exact(more.max(text.len() / 4));
    }
}

#[inline]
fn range(ends: &[u32], index: u32) -> Range<usize> {
    let index = index as usize;
    let start = if index == 0 { 0 } else { ends[index - 1] };
    start as usize..ends[index] as usize
}

/// The bytes of a name, which are not checked to be whole characters.
#[inline]
fn slice<'a>(text: &'a [u8], ends: &[u32], index: u32) -> &'a [u8] {
    &text[range(ends, index)]
}

/// Whether two names are equal. Most are short, and are compared without a call.
#[inline]
fn is_same(a: &[u8], b: &[u8]) -> bool {
    fn have_same_ends<const N: usize>(a: &[u8], b: &[u8]) -> bool {
        a.first_chunk::<N>() == b.first_chunk() && a.last_chunk::<N>() == b.last_chunk()
    }
    a.len() == b.len()
        && match a.len() {
            4..=8 => have_same_ends::<4>(a, b),
            9..=16 => have_same_ends::<8>(a, b),
            _ => a == b,
        }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

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

    #[test]
    fn names_in_one_slot_are_told_apart() {
        let mut names = Names::default();
        let ids = ["a0xa", "a1xa", "", "a", "a0xa"].map(|text| names.intern(text));
        assert_eq!((slot(b"a0xa"), ids[0]), (slot(b"a1xa"), ids[4]));
        assert_eq!(ids.map(|id| names.get(id).to_owned()), ["a0xa", "a1xa", "", "a", "a0xa"]);
        assert_eq!(names.intern_bytes(&[0xff, b'0', b'a']), None);
    }

    #[test]
    fn names_that_differ_in_the_last_character_are_side_by_side() {
        let hasher = DefaultHashBuilder::default();
        let different = |part: fn(u64) -> u64| {
            let hashes = (b'0'..=b'9').map(|last| hash(&hasher, &[b'n', b'7', last]));
            hashes.map(part).collect::<HashSet<_>>().len()
        };
        assert_eq!(different(|hash| hash << 7 >> 11), 1, "one row of places");
        assert_eq!((different(|hash| hash & 15), different(|hash| hash >> 57)), (10, 10), "a place and a tag for each");
        assert_ne!(hash(&hasher, b"n70") & !15, hash(&hasher, b"n80") & !15);
    }

    #[test]
    fn names_are_compared_in_full() {
        for length in 0..20 {
            let text = vec![b'a'; length];
            assert!(is_same(&text, &text.clone()) && !is_same(&text, &vec![b'a'; length + 1]));
            for at in 0..length {
                let mut other = text.clone();
                other[at] = b'b';
                assert!(!is_same(&text, &other), "byte {at} of {length}");
            }
        }
    }

    #[test]
    fn names_with_any_last_character_are_found() {
        let texts = (0..3).flat_map(|stem| (0..0x250u32).filter_map(move |last| Some((stem, char::from_u32(last)?))));
        let texts: Vec<String> = texts.map(|(stem, last)| "é".repeat(stem) + &last.to_string()).collect();
        let mut names = Names::default();
        let ids: Vec<NameId> = texts.iter().map(|text| names.intern(text)).collect();
        let different: HashSet<_> = texts.iter().collect();
        assert_eq!(names.len(), 1 + different.len());
        for (text, id) in texts.iter().zip(ids) {
            assert_eq!((names.get(id), names.find(text)), (text.as_str(), Some(id)));
        }
    }

    #[test]
    fn names_are_found_after_reading() {
        let mut names = Names::default();
        let (a, b) = (names.intern("a"), names.intern("bb"));
        names.settle();
        assert_eq!((names.find("bb"), names.find("c")), (Some(b), None));
        names.settle();
        assert_eq!(names.intern("a"), a);
        let c = names.intern("c");
        assert_eq!((names.get(a), names.get(b), names.get(c)), ("a", "bb", "c"));
    }

    #[test]
    fn names_beyond_the_limit_are_empty() {
        let mut names = Names { max_text: 5, ..Names::default() };
        let (a, b) = (names.intern("abc"), names.intern("def"));
        assert!(names.is_full() && b == NameId::EMPTY);
        let c = names.intern("gh");
        assert_eq!(names.intern("abc"), a);
        assert_eq!((names.get(a), names.get(c)), ("abc", "gh"));
    }
}
