//! Readers: bytes become a [`Model`](crate::graph::Model), whatever the bytes are.

pub(crate) mod onnx;
pub(crate) mod openvino;
