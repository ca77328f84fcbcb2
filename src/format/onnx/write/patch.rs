//! Patches of a file, and the lengths of the enclosing records.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use bytes::Bytes;

use super::record;
use crate::rewrite::PatchedFile;
use crate::source::Span;

/// The start of a record's payload, which is unique.
pub(crate) type RecordId = u64;

/// Changes of a file, in any order.
#[derive(Default)]
pub(crate) struct Patches {
    patches: Vec<Patch>,
    /// The records that contain patches.
    records: BTreeMap<RecordId, Record>,
}

/// A replacement of bytes.
struct Patch {
    at: Span,
    /// The innermost enclosing record.
    inside: Option<RecordId>,
    with: Vec<Bytes>,
}

/// A length-delimited record.
struct Record {
    /// The location of its length.
    length: Span,
    payload: Span,
    outer: Option<RecordId>,
    /// The growth of its payload in bytes.
    growth: i64,
}

impl Patches {
    /// Adds a record that may contain patches.
    pub(crate) fn enclose(&mut self, payload: Span, length: Span, outer: Option<RecordId>) -> RecordId {
        self.records.insert(payload.start, Record { length, payload, outer, growth: 0 });
        payload.start
    }

    /// Replaces the bytes at `at` by `with`.
    pub(crate) fn replace(&mut self, inside: Option<RecordId>, at: Span, with: Vec<Bytes>) {
        self.grow(inside, record::len(&with) as i64 - at.len() as i64);
        self.patches.push(Patch { at, inside, with });
    }

    fn grow(&mut self, inside: Option<RecordId>, growth: i64) {
        if let Some(record) = inside.and_then(|id| self.records.get_mut(&id)) {
            record.growth = record.growth.saturating_add(growth);
        }
    }

    /// Updates the lengths. Inner records start after the payload of outer ones does, so the last record comes first.
    fn measure(&mut self) {
        while let Some((_, record)) = self.records.pop_last() {
            if record.growth != 0 {
                let length = record::varint(record.payload.len().saturating_add_signed(record.growth));
                let change = length.len() as i64 - record.length.len() as i64;
                self.grow(record.outer, record.growth.saturating_add(change));
                self.patches.push(Patch { at: record.length, inside: record.outer, with: vec![length] });
            }
        }
    }

    /// The file with the changes applied.
    pub(crate) fn apply(self, source: &Bytes) -> PatchedFile {
        self.apply_in(source, Span::new(0, source.len() as u64))
    }

    /// A part of the file, which contains all changes, with them applied.
    pub(crate) fn apply_in(mut self, source: &Bytes, part: Span) -> PatchedFile {
        self.measure();
        // Of two insertions at the same byte, where both records end, the inner one comes first.
        self.patches.sort_by_key(|p| (p.at.start, p.at.end, Reverse(p.inside)));
        let mut edited = PatchedFile::default();
        let mut at = part.start;
        for patch in self.patches {
            edited.push(record::slice(source, Span::new(at, patch.at.start)));
            patch.with.into_iter().for_each(|piece| edited.push(piece));
            at = patch.at.end.max(at);
        }
        edited.push(record::slice(source, Span::new(at, part.end)));
        edited
    }
}
