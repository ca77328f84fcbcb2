//! Evaluation: the elements of values whose inputs are known.
//!
//! A node is resolved and inferred with what is known of its input tensors, so that its output types are exact before
//! anything is computed; the budget is checked against them, and only then the resolved operator computes.

mod budget;
mod cone;
mod node;

use std::sync::Arc;

use crate::element::ElementType;
use crate::graph::{Model, NodeId};
use crate::tensor::Tensor;
pub(crate) use budget::Budget;
pub use cone::evaluate;
pub(crate) use node::NodeEvaluator;

/// Why a value is not computed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvalError {
    /// It depends on a value that is known only when the model runs.
    #[error("`{0}` is known only when the model runs")]
    NotConstant(String),
    /// The operator has no evaluator.
    #[error("{0} is not evaluated")]
    NoEvaluator(String),
    /// The operator is not evaluated for elements of this type.
    #[error("it is not evaluated for elements of type {0}")]
    Type(ElementType),
    /// The elements of a constant are not there: a missing file, or data that do not fit type and shape.
    #[error("the elements of a constant cannot be read (`shapewright lint` says why)")]
    Unreadable,
    /// Type or shape of an output do not follow from the inputs.
    #[error("the type or shape of an output is not known")]
    UnknownType,
    /// More memory or work than [`Limits`](crate::Limits) allow.
    #[error("it takes {needed} bytes, more than the limit of {limit}")]
    TooLarge {
        /// Bytes that it would take.
        needed: u64,
        /// Bytes that are allowed.
        limit: u64,
    },
    /// The specification gives no result for these inputs.
    #[error("{0}")]
    Undefined(String),
    /// The inputs break the operator's contract: the first finding's message.
    #[error("{0}")]
    Invalid(String),
}

/// Type and sizes of an output, as inference gives them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaticTensorType {
    /// The element type.
    pub element: ElementType,
    /// The size of each dimension.
    pub sizes: Arc<[usize]>,
}

/// What an operator sees of a node whose inputs are known.
#[derive(Debug)]
pub struct EvalContext<'a> {
    inputs: &'a [Option<Tensor>],
    outputs: &'a [StaticTensorType],
    model: &'a Model,
    node: NodeId,
}

impl StaticTensorType {
    /// The number of elements; what is greater than memory was refused before.
    pub(crate) fn count(&self) -> usize {
        if self.sizes.contains(&0) { 0 } else { self.sizes.iter().product() }
    }
}

impl<'a> EvalContext<'a> {
    /// The model, for constants that attributes hold.
    pub fn model(&self) -> &'a Model {
        self.model
    }

    /// All inputs, `None` where one is left out.
    pub fn inputs(&self) -> &'a [Option<Tensor>] {
        self.inputs
    }

    /// An input, if it is there.
    pub fn optional(&self, index: usize) -> Option<&'a Tensor> {
        self.inputs.get(index)?.as_ref()
    }

    /// An input.
    ///
    /// # Errors
    /// It is left out.
    pub fn input(&self, index: usize) -> Result<&'a Tensor, EvalError> {
        self.optional(index).ok_or_else(|| EvalError::Invalid(format!("input #{index} is missing")))
    }

    /// Types and sizes of all outputs, exact.
    pub fn outputs(&self) -> &'a [StaticTensorType] {
        self.outputs
    }

    /// Type and sizes of an output.
    ///
    /// # Errors
    /// The node has no such output.
    pub fn output(&self, index: usize) -> Result<&'a StaticTensorType, EvalError> {
        self.outputs.get(index).ok_or(EvalError::UnknownType)
    }

    /// The refusal of an operator that is not evaluated.
    pub fn no_evaluator(&self) -> EvalError {
        EvalError::NoEvaluator(self.model.op_type(self.node).to_owned())
    }
}
