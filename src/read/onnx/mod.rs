//! ONNX, binary.

pub(crate) mod fields;
pub(crate) mod proto;
