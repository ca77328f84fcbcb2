//! What a model says of itself.

use super::reader::Reader;
use crate::graph::Header;
use crate::ids::NameId;
use crate::place::Place;
use crate::protobuf::Wire;
use crate::source::Span;

impl Reader<'_> {
    /// Takes the fields of a `ModelProto` that only a listing shows.
    pub(crate) fn read_header(&mut self) {
        let mut header = Header::default();
        for field in self.fields(Span::new(0, self.bytes.len() as u64)) {
            match (field.number, field.value) {
                (2, Wire::Payload(text)) => header.producer_name = self.note(text, "producer_name"),
                (3, Wire::Payload(text)) => header.producer_version = self.note(text, "producer_version"),
                (4, Wire::Payload(text)) => header.domain = self.note(text, "domain"),
                (5, Wire::Varint(version)) => header.model_version = Some(version.cast_signed()),
                (6, Wire::Payload(text)) => header.doc_string = self.note(text, "doc_string"),
                _ => {}
            }
        }
        self.model.header = header;
    }

    fn note(&mut self, text: Span, field: &'static str) -> Option<NameId> {
        Some(self.name(text, field, Place::FILE))
    }
}
