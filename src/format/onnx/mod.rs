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

/// The raw data of a tensor of a binary file, even if it has another length than the tensor requires.
pub(crate) fn raw_data(model: &Model, tensor: TensorId) -> Option<Bytes> {
    let (file, record) = (model.records(), model.tensor(tensor).span);
    let is_new = model.format() != Format::Onnx || record.end as usize > file.len();
    let mut fields = Fields::new(file, record).filter(|field| field.number == schema::tensor::RAW_DATA);
    match (fields.next().filter(|_| !is_new)?.value, fields.next()) {
        (Wire::Payload(span), None) => Some(file.slice(span.start as usize..span.end as usize)),
        _ => None,
    }
}
