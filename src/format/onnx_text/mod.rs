//! ONNX text: its syntax, its reader and its writer.

pub(crate) mod print;
pub(crate) mod read;
mod suppression_comments;
mod values;
pub(crate) mod write;

pub(crate) use read::LONGEST;
pub(crate) use suppression_comments::suppressions;
