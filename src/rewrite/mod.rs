//! What changes in a model that is written back.

mod patched_file;

pub use patched_file::PatchedFile;

use crate::element::ElementType;
use crate::ids::{NodeId, TensorId, ValueId};
use crate::tensor::Tensor;

/// What changes in a model: values that become constants, and what is no longer needed.
#[derive(Clone, Debug, Default)]
pub struct Rewrite {
    /// Outputs of nodes that become constants, in ascending order. The nodes are among the removed ones.
    pub constants: Vec<(ValueId, NewConstant)>,
    /// Nodes that go, in ascending order: nothing that stays reads an output of theirs that is no new constant.
    pub nodes: Vec<NodeId>,
    /// ONNX: initializers that go, in ascending order: nothing that stays reads them.
    pub initializers: Vec<ValueId>,
}

/// What a value becomes.
#[derive(Clone, Debug)]
pub enum NewConstant {
    /// These elements.
    Tensor(Tensor),
    /// A tensor that an attribute of the removed node holds, its record copied as it stands.
    CopiedFromFile(TensorId),
}

impl Rewrite {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.constants.is_empty() && self.nodes.is_empty() && self.initializers.is_empty()
    }
}

/// Why a model cannot be written back.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// The model was read from a file of another format.
    #[error("a model in the format {0} cannot be written back so")]
    Format(&'static str),
    /// A record of the file is not built as one that can be edited is.
    #[error("the record at byte {offset} cannot be edited: {why}")]
    Structure {
        /// Where in the file.
        offset: u64,
        /// What is wrong there.
        why: &'static str,
    },
    /// The rewrite asks for what does not fit the model: a value that no removed node makes, no initializer.
    #[error("value `{0}` cannot be rewritten so: it is no output of a node that goes, or no initializer")]
    Request(String),
    /// The format has no tensors of this element type.
    #[error("the constant `{name}` of type {element} cannot be written: the format has no such type")]
    ElementType {
        /// The value.
        name: String,
        /// Its element type.
        element: ElementType,
    },
    /// The data of a tensor that is to go into the model cannot be read.
    #[error("the data of tensor `{name}` in `{location}` cannot be read")]
    Data {
        /// The tensor.
        name: String,
        /// The file, as the model names it.
        location: String,
    },
    /// The text form cannot hold a constant.
    #[error("the constant `{name}` cannot be written as text: {why}")]
    Text {
        /// The value.
        name: String,
        /// What is lost.
        why: &'static str,
    },
    /// The file or the rewrite is not as it must be for the change.
    #[error("{0}")]
    Inconsistent(String),
    /// The format has no way to say it.
    #[error("{0}")]
    Unsupported(String),
    /// The new file would be greater than its readers take.
    #[error("the model would take {bytes} bytes; no reader takes more than {limit}")]
    TooLarge {
        /// How great it would be.
        bytes: u64,
        /// How great it may be.
        limit: u64,
    },
}

impl WriteError {
    pub(crate) fn structure(offset: u64, why: &'static str) -> WriteError {
        WriteError::Structure { offset, why }
    }
}
