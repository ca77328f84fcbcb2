//! A record written again: fields of the file, in order, and new ones.

use bytes::Bytes;

use super::super::record;
use super::super::walk::Message;
use super::Encoder;
use crate::protobuf::{Field, Fields, Wire};
use crate::rewrite::WriteError;
use crate::source::Span;

/// The fields of a record of the file.
pub(super) struct Scan<'a> {
    fields: Fields<'a>,
    message: Message,
    /// Non-repeated fields that were seen, one bit each.
    seen: u32,
}

impl<'a> Scan<'a> {
    pub(super) fn new(source: &'a [u8], message: Message, payload: Span) -> Scan<'a> {
        Scan { fields: Fields::new(source, payload), message, seen: 0 }
    }

    /// The last number in the fields of this number, which is the one that decoders use.
    pub(super) fn number(self, number: u32) -> Option<u64> {
        let numbers = self.fields.filter_map(|field| match field.value {
            Wire::Varint(value) if field.number == number => Some(value),
            _ => None,
        });
        numbers.last()
    }

    /// The next field, and where all of it is.
    pub(super) fn next(&mut self) -> Result<Option<(Field, Span)>, WriteError> {
        let Some(field) = self.fields.next() else {
            return match self.fields.fault() {
                Some(fault) if self.message != Message::Model => {
                    Err(WriteError::structure(fault.start as u64, "no field starts here"))
                }
                _ => Ok(None),
            };
        };
        if let Some((_, true)) = self.message.inside(field.number) {
            let bit = 1 << (field.number % 32);
            if self.seen & bit != 0 {
                let why = "a record that may occur only once occurs again";
                return Err(WriteError::structure(field.start as u64, why));
            }
            self.seen |= bit;
        }
        Ok(Some((field, Span::new(field.start as u64, self.fields.offset() as u64))))
    }
}

/// The payload of a field that has one.
pub(super) fn payload(field: Field) -> Option<Span> {
    match field.value {
        Wire::Payload(payload) => Some(payload),
        _ => None,
    }
}

/// A record being written. Neighboring fields of the file are one piece.
pub(super) struct Output<'a> {
    source: &'a Bytes,
    fields: record::Fields,
    copied: Span,
}

impl<'a> Output<'a> {
    pub(super) fn new(source: &'a Bytes) -> Output<'a> {
        Output { source, fields: record::Fields::default(), copied: Span::default() }
    }

    /// Copies fields of the file.
    pub(super) fn copy(&mut self, whole: Span) {
        if self.copied.end == whole.start {
            self.copied.end = whole.end;
            return;
        }
        self.flush();
        self.copied = whole;
    }

    /// The fields, to add one.
    pub(super) fn add(&mut self) -> &mut record::Fields {
        self.flush();
        self.fields.split();
        &mut self.fields
    }

    fn flush(&mut self) {
        let copied = std::mem::take(&mut self.copied);
        if copied.start < copied.end {
            self.fields.raw(record::slice(self.source, copied));
        }
    }

    pub(super) fn finish(mut self) -> Vec<Bytes> {
        self.flush();
        self.fields.finish()
    }
}

impl Encoder<'_> {
    /// Copies a field in which nothing was edited.
    pub(super) fn copy(
        &self,
        out: &mut Output<'_>,
        message: Message,
        field: Field,
        whole: Span,
    ) -> Result<(), WriteError> {
        let inside = message.inside(field.number).map(|(inside, _)| inside);
        match (inside, payload(field)) {
            (Some(inside), Some(payload)) if !self.moved_in(payload).is_empty() => {
                out.add().message(field.number, self.copied(inside, payload)?);
            }
            _ => out.copy(whole),
        }
        Ok(())
    }
}
