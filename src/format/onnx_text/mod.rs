//! The text form of ONNX, read and written.

pub(crate) mod print;
pub(crate) mod read;
mod suppression_comments;
pub(crate) mod write;

pub(crate) use suppression_comments::suppressions;
