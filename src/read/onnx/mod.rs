//! ONNX, binary.

pub(crate) mod fields;
pub(crate) mod proto;
mod spans;

pub(crate) use spans::SpanMap;

use bytes::Bytes;

use super::ReadOptions;
use crate::graph::{Format, Model};
use crate::source::Source;

/// Reads a binary ONNX file.
pub(crate) fn read(source: Source, _: &ReadOptions) -> Model {
    Model::new(source, Format::Onnx)
}

/// Reads records that a text was turned into: `source` is the text, `records` a `ModelProto`, and `spans` says where
/// the records stand in the text.
pub(crate) fn read_mapped(source: Source, _: Bytes, _: &SpanMap, _: &ReadOptions) -> Model {
    Model::new(source, Format::OnnxText)
}
