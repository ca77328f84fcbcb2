//! Records of a text, as serializers write them: fields in the order of their numbers, lengths without padding, and the
//! elements of tensors as raw data.

use std::collections::BTreeMap;

use bytes::Bytes;

use super::{check_size, record};
use crate::element::ElementType;
use crate::format::onnx::message_tree::nested;
use crate::format::onnx::schema::{self, Message, typed_data_field};
use crate::graph::Model;
use crate::protobuf::{Field, Fields, Wire};
use crate::rewrite::{PatchedFile, WriteError};
use crate::source::Span;
use crate::tensor::typed_data::{self, DataChunk, TypedDataField};

/// The binary form of a model that was read from text.
pub(crate) fn canonical(model: &Model) -> Result<PatchedFile, WriteError> {
    let records = model.records();
    let mut stack = vec![Frame::new(&schema::model::MESSAGE, 0, records, Span::new(0, records.len() as u64))];
    let mut file = PatchedFile::default();
    while let Some(frame) = stack.last_mut() {
        if let Some(field) = frame.fields.next() {
            let inner = frame.take(records, field);
            stack.extend(inner);
            continue;
        }
        let Some(done) = stack.pop() else { break };
        let (number, record) = (done.number, done.finish()?);
        match stack.last_mut() {
            Some(outer) => outer.fields_of(number).message(number, record),
            None => record.into_iter().for_each(|piece| file.push(piece)),
        }
    }
    check_size(model, file)
}

/// A record in progress.
struct Frame<'a> {
    message: &'static Message,
    /// The number of its field in the enclosing record.
    number: u32,
    fields: Fields<'a>,
    /// The fields of each number, encoded.
    encoded: BTreeMap<u32, record::Fields>,
    /// A tensor: whether its elements became raw data, so that no typed field is needed.
    is_raw: bool,
}

impl<'a> Frame<'a> {
    fn new(message: &'static Message, number: u32, records: &'a Bytes, span: Span) -> Frame<'a> {
        let raw = if message.name == schema::tensor::MESSAGE.name { raw_data(records, span) } else { None };
        let fields = Fields::new(records, span);
        let mut frame = Frame { message, number, fields, encoded: BTreeMap::new(), is_raw: raw.is_some() };
        if let Some(raw) = raw {
            frame.fields_of(schema::tensor::RAW_DATA).bytes(schema::tensor::RAW_DATA, raw);
        }
        frame
    }

    /// Where the next field of this number goes.
    fn fields_of(&mut self, number: u32) -> &mut record::Fields {
        let fields = self.encoded.entry(number).or_default();
        fields.split();
        fields
    }

    /// Takes a field. Returns the record in it, if it is one.
    fn take(&mut self, records: &'a Bytes, field: Field) -> Option<Frame<'a>> {
        if self.is_raw && typed_data_field(field.number).is_some() {
            return None;
        }
        let number = field.number;
        match field.value {
            Wire::Payload(payload) => match nested(self.message, number) {
                Some(message) => return Some(Frame::new(message, number, records, payload)),
                None => self.fields_of(number).bytes(number, record::slice(records, payload)),
            },
            _ => {
                let span = Span::new(field.start as u64, self.fields.offset() as u64);
                self.fields_of(number).raw(record::slice(records, span));
            }
        }
        None
    }

    /// The record.
    fn finish(self) -> Result<Vec<Bytes>, WriteError> {
        if let Some(fault) = self.fields.fault() {
            return Err(WriteError::structure(fault.start as u64, "no field starts here"));
        }
        let mut out = record::Fields::default();
        self.encoded.into_values().flat_map(record::Fields::finish).for_each(|piece| out.raw(piece));
        Ok(out.finish())
    }
}

/// The elements of a `TensorProto` with a typed field of numbers, or with none at all, as raw data; `None` if it cannot
/// represent them.
fn raw_data(records: &Bytes, span: Span) -> Option<Bytes> {
    let (mut count, mut element, mut runs, mut found) = (Some(1usize), None, Vec::new(), None);
    for field in Fields::new(records, span) {
        match (field.number, field.value) {
            (schema::tensor::DIMS, Wire::Varint(size)) => {
                count = count.and_then(|count| count.checked_mul(usize::try_from(size).ok()?));
            }
            (schema::tensor::DATA_TYPE, Wire::Varint(number)) => {
                element = ElementType::from_onnx(number.cast_signed());
            }
            (schema::tensor::EXTERNAL_DATA, _) => return None,
            (number, Wire::Payload(span)) => {
                let Some(typed) = typed_data_field(number) else { continue };
                found = Some(typed);
                runs.push(DataChunk { span, packed: true });
            }
            _ => {}
        }
    }
    let (element, count) = (element.filter(|&element| element != ElementType::String)?, count?);
    match found {
        // The field is copied, so that the same number is found in it.
        Some(field) if !fits(element, field, &runs, records) => None,
        Some(field) => typed_data::pack(element, field, &runs, records, count).map(Bytes::from),
        None => (count == 0).then(Bytes::new),
    }
}

/// Whether raw data can represent the numbers of a typed field.
fn fits(element: ElementType, field: TypedDataField, runs: &[DataChunk], records: &[u8]) -> bool {
    let (low, high) = typed_data::range(element);
    let is_wider = field == TypedDataField::Int32 || element == ElementType::U32;
    !is_wider || typed_data::numbers(field, runs, records).all(|number| (low..=high).contains(&number.cast_signed()))
}
