//! The changes to apply when a model is written.

mod edits;
mod patched_file;
mod removed_graphs;

pub(crate) use edits::Edits;
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
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// The model was read from a file of another format.
    #[error("a model in the format {0} cannot be written this way")]
    Format(&'static str),
    /// A record of the file has a structure that cannot be edited.
    #[error("the record at byte {offset} cannot be edited: {why}")]
    Structure {
        /// Where in the file.
        offset: u64,
        /// What is wrong there.
        why: &'static str,
    },
    /// The rewrite does not match the model: a value is neither an output of a removed node nor an initializer.
    #[error("value `{0}` cannot be rewritten: it is neither an output of a removed node nor an initializer")]
    Request(String),
    /// The model was edited since it was read, so a rewrite of its file does not apply.
    #[error("the model was edited since it was read, so its file cannot be rewritten")]
    Edited,
    /// A node reads a value that its name does not reach in a file.
    #[error("input `{name}` of {reader} cannot be written: {why}")]
    Name {
        /// The value.
        name: String,
        /// The reader.
        reader: String,
        /// What the name is in the file.
        why: &'static str,
    },
    /// The rewrite removes a value that something else reads.
    #[error("`{name}` cannot be removed: {reader} reads it")]
    StillRead {
        /// The value.
        name: String,
        /// A reader that remains.
        reader: String,
    },
    /// The format has no tensors of this element type.
    #[error("the constant `{name}` of type {element} cannot be written: the format has no such type")]
    ElementType {
        /// The value.
        name: String,
        /// Its element type.
        element: ElementType,
    },
    /// The data of a tensor to embed cannot be read.
    #[error("the data of tensor `{name}` in `{location}` cannot be read")]
    Data {
        /// The tensor.
        name: String,
        /// The file, as the model names it.
        location: String,
    },
    /// The text form cannot represent a constant.
    #[error("the constant `{name}` cannot be written as text: {why}")]
    Text {
        /// The value.
        name: String,
        /// What is lost.
        why: &'static str,
    },
    /// The file or the rewrite is inconsistent.
    #[error("{0}")]
    Inconsistent(String),
    /// The format cannot represent the change.
    #[error("{0}")]
    Unsupported(String),
    /// The new file would be larger than its readers accept.
    #[error("the model would have {bytes} bytes; no reader accepts more than {limit}")]
    TooLarge {
        /// The size that it would have.
        bytes: u64,
        /// The size limit.
        limit: u64,
    },
}

impl WriteError {
    pub(crate) fn structure(offset: u64, why: &'static str) -> WriteError {
        WriteError::Structure { offset, why }
    }
}
