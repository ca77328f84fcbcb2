//! The reader of binary ONNX.
//!
//! A scan of the wire format, which neither recurses nor allocates, finds the fields: names, numbers and locations.
//! Small structured records (types, operator sets, annotations) are decoded whole, one at a time, and dropped after
//! use. Data is never copied, and weights are not read.

mod annotation;
mod attribute;
mod declare;
mod define;
mod external;
mod external_storage;
mod function;
mod gap;
mod graph;
mod header;
mod initializer;
mod interface;
mod memory;
mod message;
mod model;
mod node;
mod opset;
mod reader;
mod scope;
mod spans;
mod sparse;
mod storage;
mod suggest;
mod tensor;
#[cfg(test)]
mod tests;
mod types;

pub(crate) use external_storage::ELIDED;
pub(crate) use spans::SpanMap;

use bytes::Bytes;

use crate::dialect::Format;
use crate::format::options::ReadOptions;
use crate::graph::Model;
use crate::source::Source;
use reader::Reader;

impl Model {
    /// Reads a binary ONNX file, whatever its name and first bytes are.
    pub fn from_onnx(source: Source, options: &ReadOptions) -> Model {
        read(source, options)
    }
}

/// Reads a binary ONNX file.
pub(crate) fn read(source: Source, options: &ReadOptions) -> Model {
    let bytes = source.bytes().clone();
    let mut reader = Reader::new(Model::new(source, Format::Onnx), &bytes, options, None);
    reader.read_model();
    reader.finish()
}

/// Reads the records that a text was converted to: `source` is the text, `records` a `ModelProto`, and `spans` maps
/// records to locations in the text.
pub(crate) fn read_mapped(source: Source, records: Bytes, spans: &SpanMap, options: &ReadOptions) -> Model {
    let mut model = Model::new(source, Format::OnnxText);
    model.records = records.clone();
    let mut reader = Reader::new(model, &records, options, Some(spans));
    reader.read_model();
    reader.finish()
}
