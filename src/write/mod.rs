//! Models written back: everything that does not change is copied byte for byte.

mod edited;
pub mod openvino;

use crate::graph::{NodeId, TensorId, ValueId};
use crate::tensor::Tensor;
pub use edited::Edited;

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
    Stored(TensorId),
}

impl Rewrite {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.constants.is_empty() && self.nodes.is_empty() && self.initializers.is_empty()
    }
}

/// A change that cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// The file or the rewrite is not as it must be for the change.
    #[error("{0}")]
    Structure(String),
    /// The format has no way to say it.
    #[error("{0}")]
    Unsupported(String),
}
