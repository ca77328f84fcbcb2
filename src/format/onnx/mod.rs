//! Binary ONNX: its schema, its reader and its writer.

mod decoded;
pub(crate) mod message_tree;
pub(crate) mod read;
/// All messages, by an independent decoder.
#[cfg(test)]
pub(crate) mod records;
pub(crate) mod schema;
pub(crate) mod write;
