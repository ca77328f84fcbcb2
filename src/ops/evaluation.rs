//! The context of an operator during evaluation.

use std::sync::Arc;

use super::attribute_reader::AttributeReader;
use super::signature_ref::SignatureRef;
use crate::element::ElementType;
use crate::graph::Model;
use crate::ids::NodeId;
use crate::kernel::dense;
use crate::tensor::{EvalError, Tensor};

/// Type and sizes of an output, as inferred.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StaticTensorType {
    /// The element type.
    pub element: ElementType,
    /// The size of each dimension.
    pub sizes: Arc<[usize]>,
}

/// The context of an operator during evaluation, when all inputs are known.
#[derive(Debug)]
pub struct EvalContext<'a> {
    pub(crate) inputs: &'a [Option<Tensor>],
    pub(crate) outputs: &'a [StaticTensorType],
    pub(crate) model: &'a Model,
    pub(crate) node: NodeId,
    /// The version of the operator that applies, for the defaults of attributes.
    pub(crate) signature: Option<SignatureRef<'a>>,
}

impl StaticTensorType {
    /// The number of elements, at most `usize::MAX`: what a node needs is estimated before too large results are rejected.
    pub(crate) fn count(&self) -> usize {
        if self.sizes.contains(&0) { 0 } else { self.sizes.iter().fold(1, |n, &size| n.saturating_mul(size)) }
    }

    /// The number of [`positions`].
    pub(crate) fn positions(&self) -> u64 {
        positions(&self.sizes)
    }
}

/// How often loops over the sizes of a tensor run: as often as it has elements, but a size of 0 does not stop the loops
/// outside of its own.
pub(crate) fn positions(sizes: &[usize]) -> u64 {
    sizes.iter().fold(1u64, |n, &size| n.saturating_mul(size.max(1) as u64))
}

/// So many bytes for each element of the first output.
pub(crate) fn bytes_of_each(outputs: &[StaticTensorType], bytes: u64) -> u64 {
    outputs.first().map_or(0, |made| made.positions().saturating_mul(bytes))
}

/// Bytes of memory for a position in the data of each index of each axis of the result.
pub(crate) fn map_bytes(outputs: &[StaticTensorType]) -> u64 {
    let sizes = outputs.first().filter(|made| made.count() > 0).map_or(&[][..], |made| &made.sizes);
    sizes.iter().fold(0u64, |n, &size| n.saturating_add(size as u64)).saturating_mul(16)
}

/// Bytes of memory for the elements of all inputs and outputs as [`Numbers`](crate::kernel::dense::Numbers).
pub(crate) fn wide_bytes(inputs: &[Option<Tensor>], outputs: &[StaticTensorType]) -> u64 {
    let read = inputs.iter().flatten().map(Tensor::num_elements);
    let all = read.chain(outputs.iter().map(StaticTensorType::count));
    all.fold(0u64, |n, count| n.saturating_add(count as u64)).saturating_mul(dense::BYTES)
}

impl<'a> EvalContext<'a> {
    /// The model, for constants in attributes.
    pub fn model(&self) -> &'a Model {
        self.model
    }

    /// All inputs; `None` for an absent one.
    pub fn inputs(&self) -> &'a [Option<Tensor>] {
        self.inputs
    }

    /// An input, if it is present.
    pub fn optional(&self, index: usize) -> Option<&'a Tensor> {
        self.inputs.get(index)?.as_ref()
    }

    /// An input.
    ///
    /// # Errors
    /// The input is absent.
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

    fn read<'n>(&self, name: &'n str) -> AttributeReader<'a, 'n> {
        let value = self.model.attribute(self.node, name).map(|record| &record.value);
        AttributeReader { model: self.model, value, signature: self.signature, name }
    }

    /// An integer attribute, or its default, like [`InferContext::int`](super::InferContext::int).
    pub fn int(&self, name: &str) -> Option<i64> {
        self.read(name).int()
    }

    /// A list of integers, or its default, like [`InferContext::ints`](super::InferContext::ints).
    pub fn ints(&self, name: &str) -> Option<Arc<[i64]>> {
        self.read(name).ints()
    }

    /// A float, or its default, like [`InferContext::float`](super::InferContext::float).
    pub fn float(&self, name: &str) -> Option<f32> {
        self.read(name).float()
    }

    /// A list of floats, or its default, like [`InferContext::floats`](super::InferContext::floats).
    pub fn floats(&self, name: &str) -> Option<Vec<f32>> {
        self.read(name).floats()
    }

    /// A string, or its default, like [`InferContext::text`](super::InferContext::text).
    pub fn text(&self, name: &str) -> Option<&'a str> {
        self.read(name).text()
    }

    /// IR: a boolean, or its default, like [`InferContext::bool`](super::InferContext::bool).
    pub fn bool(&self, name: &str) -> Option<bool> {
        self.read(name).bool()
    }

    /// The error of an operator that is not evaluated.
    pub fn no_evaluator(&self) -> EvalError {
        EvalError::NoEvaluator(self.model.op_type(self.node).to_owned())
    }
}
