//! Signatures generated from published packages by the scripts in `tools/`.

pub(crate) mod microsoft_table;
pub(crate) mod onnx_table;
pub(crate) mod openvino_table;
pub(crate) mod support_table;
