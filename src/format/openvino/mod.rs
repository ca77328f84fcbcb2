//! OpenVINO IR: its XML and its weights file, read and written.

pub(crate) mod read;
mod suppression_comments;
pub(crate) mod write;
pub(crate) mod xml;

pub(crate) use suppression_comments::suppressions;
