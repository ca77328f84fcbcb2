//! The header of a model.

use super::reader::Reader;
use crate::format::onnx::schema::model;
use crate::graph::Header;
use crate::ids::NameId;
use crate::place::Place;
use crate::protobuf::Wire;
use crate::source::Span;

impl Reader<'_> {
    /// Reads the fields of a `ModelProto` that only a listing shows.
    pub(crate) fn read_header(&mut self) {
        let mut header = Header::default();
        for field in self.fields(Span::new(0, self.bytes.len() as u64)) {
            match (field.number, field.value) {
                (model::PRODUCER_NAME, Wire::Payload(text)) => header.producer_name = self.note(text, "producer_name"),
                (model::PRODUCER_VERSION, Wire::Payload(text)) => {
                    header.producer_version = self.note(text, "producer_version")
                }
                (model::DOMAIN, Wire::Payload(text)) => header.domain = self.note(text, "domain"),
                (model::MODEL_VERSION, Wire::Varint(version)) => header.model_version = Some(version.cast_signed()),
                (model::DOC_STRING, Wire::Payload(text)) => header.doc_string = self.note(text, "doc_string"),
                _ => {}
            }
        }
        self.model.header = header;
    }

    fn note(&mut self, text: Span, field: &'static str) -> Option<NameId> {
        Some(self.name(text, field, Place::FILE))
    }
}
