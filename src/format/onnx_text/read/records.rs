//! Writes records in ONNX's wire format, in one pass and one buffer.

use std::collections::BTreeSet;

use crate::format::onnx::read::SpanMap;
use crate::source::Span;

/// The number of bytes of a length. Lengths are written before they are known, so they are padded, which the wire
/// format allows: 35 bits are enough for every text that is read.
const LENGTH: usize = 5;

/// The records of one model written so far, with the location of each in the text.
#[derive(Default)]
pub(crate) struct RecordWriter {
    bytes: Vec<u8>,
    spans: Vec<(u64, Span)>,
    /// Incomplete graphs and functions, by the offset of their payload.
    partial: BTreeSet<u64>,
}

/// An open record.
#[derive(Clone, Copy)]
pub(crate) struct Open {
    /// Where its payload starts.
    payload: usize,
    /// Its entry among the spans, if it has one.
    span: Option<usize>,
}

/// A state to restore.
#[derive(Clone, Copy)]
pub(crate) struct Checkpoint {
    bytes: usize,
    spans: usize,
}

impl RecordWriter {
    /// Starts a message or packed field without a location.
    pub(crate) fn begin(&mut self, field: u32) -> Open {
        self.tag(field, 2);
        self.bytes.extend([0; LENGTH]);
        Open { payload: self.bytes.len(), span: None }
    }

    /// Starts a message whose text starts at `at`.
    pub(crate) fn begin_at(&mut self, field: u32, at: usize) -> Open {
        let open = self.begin(field);
        self.spans.push((open.payload as u64, Span::new(at as u64, at as u64)));
        Open { span: Some(self.spans.len() - 1), ..open }
    }

    /// Ends a message whose text ends at `end`.
    pub(crate) fn end_at(&mut self, open: Open, end: usize) {
        if let Some((_, span)) = open.span.and_then(|i| self.spans.get_mut(i)) {
            span.end = span.start.max(end as u64);
        }
        self.end(open);
    }

    /// Ends a message or packed field.
    pub(crate) fn end(&mut self, open: Open) {
        let mut length = self.bytes.len() - open.payload;
        for (i, byte) in self.bytes[open.payload - LENGTH..open.payload].iter_mut().enumerate() {
            *byte = (length & 0x7f) as u8 | if i + 1 < LENGTH { 0x80 } else { 0 };
            length >>= 7;
        }
    }

    /// A state to restore.
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint { bytes: self.bytes.len(), spans: self.spans.len() }
    }

    /// Marks a graph or function as incomplete.
    pub(crate) fn mark_partial(&mut self, open: Open) {
        self.partial.insert(open.payload as u64);
    }

    /// Discards what was written since.
    pub(crate) fn rewind(&mut self, to: Checkpoint) {
        self.partial.split_off(&(to.bytes as u64 + 1));
        self.bytes.truncate(to.bytes);
        self.spans.truncate(to.spans);
    }

    /// A field of bytes or a string.
    pub(crate) fn text(&mut self, field: u32, text: &[u8]) {
        self.tag(field, 2);
        self.varint(text.len() as u64);
        self.bytes.extend_from_slice(text);
    }

    /// An integer field.
    pub(crate) fn int(&mut self, field: u32, value: i64) {
        self.tag(field, 0);
        self.varint(value.cast_unsigned());
    }

    /// A float field.
    pub(crate) fn float(&mut self, field: u32, value: f32) {
        self.tag(field, 5);
        self.raw(&value.to_le_bytes());
    }

    /// Bytes of a packed field.
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// A number of a packed field.
    pub(crate) fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push((value & 0x7f) as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    fn tag(&mut self, field: u32, wire: u32) {
        self.varint(u64::from(field << 3 | wire));
    }

    /// The bytes, and the location of each record by the offset of its payload, in ascending order.
    pub(crate) fn finish(mut self) -> (Vec<u8>, SpanMap) {
        // The model keeps the records: up to half of a buffer that grew is empty.
        self.bytes.shrink_to_fit();
        (self.bytes, SpanMap::new(self.spans).with_partial(self.partial.into_iter().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_nested_messages_are_patched() {
        let mut records = RecordWriter::default();
        let outer = records.begin_at(7, 3);
        let inner = records.begin(1);
        records.text(2, &[b'x'; 200]);
        records.end(inner);
        records.end_at(outer, 9);
        let (bytes, spans) = records.finish();
        // The inner message is a tag, a length of two bytes and 200 bytes of text; the outer one six bytes more.
        assert_eq!(bytes[..6], [0x3a, 0xd1, 0x81, 0x80, 0x80, 0]);
        assert_eq!(bytes[6..12], [0x0a, 0xcb, 0x81, 0x80, 0x80, 0]);
        assert_eq!(bytes.len(), 6 + 6 + 203);
        assert_eq!(spans.place(Span::new(6, 7)), Span::new(3, 9));
    }

    #[test]
    fn rewinding_discards_locations() {
        let mut records = RecordWriter::default();
        records.int(1, -1);
        let before = records.checkpoint();
        let open = records.begin_at(1, 0);
        records.end_at(open, 4);
        records.rewind(before);
        assert_eq!(records.finish().0, [8, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1]);
    }
}
