//! Binary ONNX: its schema, its reader and its writer.

mod decoded;
pub(crate) mod message_tree;
pub(crate) mod read;
/// All messages, by an independent decoder.
#[cfg(test)]
pub(crate) mod records;
pub(crate) mod schema;
pub(crate) mod write;

use bytes::Bytes;

use crate::dialect::Format;
use crate::graph::Model;
use crate::ids::TensorId;
use crate::protobuf::{Fields, Wire};
use crate::source::Span;

/// The raw data of a tensor of a binary file, even if it has another length than the tensor requires.
pub(crate) fn raw_data(model: &Model, tensor: TensorId) -> Option<Bytes> {
    let (file, record) = (model.records(), model.tensor(tensor).span);
    let is_read = model.format() == Format::Onnx && record.end as usize <= file.len();
    let span = raw_data_span(file, record).filter(|_| is_read)?;
    Some(file.slice(span.start as usize..span.end as usize))
}

/// The raw data in a `TensorProto`, if it has exactly one such field; a decoder ignores all but the last.
pub(crate) fn raw_data_span(source: &[u8], record: Span) -> Option<Span> {
    let mut raw = Fields::new(source, record).filter_map(|field| match (field.number, field.value) {
        (schema::tensor::RAW_DATA, Wire::Payload(raw)) => Some(raw),
        _ => None,
    });
    raw.next().filter(|_| raw.next().is_none())
}
