//! Binary ONNX: its records, and models read from them and written to them.

pub(crate) mod read;
pub(crate) mod records;
pub(crate) mod schema;
pub(crate) mod write;
