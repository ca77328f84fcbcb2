//! What an operator sees of a node whose inputs are known.

use std::sync::Arc;

use crate::element::ElementType;
use crate::graph::Model;
use crate::ids::NodeId;
use crate::tensor::{EvalError, Tensor};

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
    pub(crate) inputs: &'a [Option<Tensor>],
    pub(crate) outputs: &'a [StaticTensorType],
    pub(crate) model: &'a Model,
    pub(crate) node: NodeId,
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
