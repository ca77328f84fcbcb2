//! Binary ONNX: its schema, its reader and its writer.

pub(crate) mod read;
pub(crate) mod records;
pub(crate) mod schema;
pub(crate) mod write;
