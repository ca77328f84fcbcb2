//! The changes to apply when a model is written.

use std::fmt;

mod edits;
#[cfg(feature = "text")]
mod file_change;
mod patched_file;
mod removed_graphs;

pub(crate) use edits::Edits;
#[cfg(feature = "text")]
pub(crate) use file_change::Change;
pub use patched_file::PatchedFile;
pub(crate) use removed_graphs::RemovedGraphs;

use crate::element::ElementType;
use crate::ids::{NodeId, TensorId, ValueId};
use crate::tensor::Tensor;

/// What changes in a model: values that become constants, and what is no longer needed.
#[derive(Clone, Debug, Default)]
pub struct Rewrite {
    /// Outputs of nodes that become constants, in ascending order. The nodes are among the removed ones.
    pub constants: Vec<(ValueId, NewConstant)>,
    /// Removed nodes, in ascending order. What remains reads none of their outputs except new constants.
    pub nodes: Vec<NodeId>,
    /// ONNX: removed initializers, in ascending order. What remains does not read them.
    pub initializers: Vec<ValueId>,
}

/// What a value becomes.
#[derive(Clone, Debug)]
pub enum NewConstant {
    /// These elements.
    Tensor(Tensor),
    /// A tensor in an attribute of the removed node; its record is copied unchanged.
    CopiedFromFile(TensorId),
}

impl Rewrite {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.constants.is_empty() && self.nodes.is_empty() && self.initializers.is_empty()
    }

    /// Whether a node is removed.
    pub(crate) fn removes(&self, node: NodeId) -> bool {
        self.nodes.binary_search(&node).is_ok()
    }
}

/// Why a model cannot be written.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The model was read from a file of another format.
    Format(&'static str),
    /// A record of the file has a structure that cannot be edited.
    Structure {
        /// Where in the file.
        offset: u64,
        /// What is wrong there.
        why: &'static str,
    },
    /// The rewrite does not match the model: a value is neither an output of a removed node nor an initializer.
    Request(String),
    /// The model was edited since it was read, so a rewrite of its file does not apply.
    Edited,
    /// The data of tensors was not read ([`Source::from_ranges`](crate::Source::from_ranges)), so it cannot be written.
    Unread,
    /// A node reads a value that its name does not reach in a file.
    Name {
        /// The value.
        name: String,
        /// The reader.
        reader: String,
        /// What the name is in the file.
        why: &'static str,
    },
    /// The rewrite removes a value that something else reads.
    StillRead {
        /// The value.
        name: String,
        /// A reader that remains.
        reader: String,
    },
    /// The format has no tensors of this element type.
    ElementType {
        /// The value.
        name: String,
        /// Its element type.
        element: ElementType,
    },
    /// The data of a tensor to embed cannot be read.
    Data {
        /// The tensor.
        name: String,
        /// The file, as the model names it.
        location: String,
    },
    /// The text form cannot represent a constant.
    Text {
        /// The value.
        name: String,
        /// What is lost.
        why: &'static str,
    },
    /// The file or the rewrite is inconsistent.
    Inconsistent(String),
    /// The format cannot represent the change.
    Unsupported(String),
    /// The new file would be larger than its readers accept.
    TooLarge {
        /// The size that it would have.
        bytes: u64,
        /// The size limit.
        limit: u64,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Format(what) => write!(f, "a model in the format {what} cannot be written this way"),
            WriteError::Structure { offset, why } => write!(f, "the record at byte {offset} cannot be edited: {why}"),
            WriteError::Request(what) => write!(
                f,
                "value `{what}` cannot be rewritten: it is neither an output of a removed node nor an initializer"
            ),
            WriteError::Edited => {
                f.write_str("the model was edited since it was read, so its file cannot be rewritten")
            }
            WriteError::Unread => f.write_str("the data of tensors was not read, so the model cannot be written"),
            WriteError::Name { name, reader, why } => write!(f, "input `{name}` of {reader} cannot be written: {why}"),
            WriteError::StillRead { name, reader } => write!(f, "`{name}` cannot be removed: {reader} reads it"),
            WriteError::ElementType { element, name } => {
                write!(f, "the constant `{name}` of type {element} cannot be written: the format has no such type")
            }
            WriteError::Data { location, name } => {
                write!(f, "the data of tensor `{name}` in `{location}` cannot be read")
            }
            WriteError::Text { name, why } => write!(f, "the constant `{name}` cannot be written as text: {why}"),
            WriteError::Inconsistent(text) => write!(f, "{text}"),
            WriteError::Unsupported(text) => write!(f, "{text}"),
            WriteError::TooLarge { bytes, limit } => {
                write!(
                    f,
                    "the model would have {bytes} bytes; no reader accepts more than {limit}; keep data in other files"
                )
            }
        }
    }
}

impl std::error::Error for WriteError {}

impl WriteError {
    pub(crate) fn structure(offset: u64, why: &'static str) -> WriteError {
        WriteError::Structure { offset, why }
    }
}
