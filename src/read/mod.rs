//! Readers: bytes become a [`Model`](crate::graph::Model), whatever the bytes are.

pub(crate) mod onnx;
pub(crate) mod onnx_text;
pub(crate) mod openvino;

use crate::limits::Limits;

/// How a file is read.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// Bounds on what the file may make us do.
    pub limits: Limits,
    /// Whether files beside the model (`.bin`, external data) are left alone: constants in them have no value.
    pub no_weights: bool,
}
