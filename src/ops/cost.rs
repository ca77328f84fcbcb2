//! What a run of a node costs: formulas that families of operators share.

use super::InferContext;
use crate::dim::Dim;
use crate::shape::Shape;

/// What one run of a node costs, as expressions over the symbolic dimensions.
///
/// ```
/// use shapewright::Dim;
/// use shapewright::ops::{Cost, MemoryAccess};
///
/// let product = Cost::multiply_accumulates(Dim::from("N") * 768);
/// assert_eq!((product.macs.to_string().as_str(), product.access), ("768*N", MemoryAccess::Whole));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Cost {
    /// Multiply-accumulates: products of two numbers that are added to a sum, as in a matrix product.
    pub macs: Dim,
    /// Other arithmetic operations on elements: a function, a sum, or a comparison of elements counts as one.
    pub operations: Dim,
    /// What the node reads and writes.
    pub access: MemoryAccess,
    /// Whether the first output can take the memory of an input of its size that nothing reads later.
    pub in_place: bool,
}

/// What a node reads and writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MemoryAccess {
    /// Every input once, and every output once.
    Whole,
    /// As [`MemoryAccess::Whole`], but of this input only as many elements as are written to the first output.
    Part(usize),
    /// Nothing: the first output has the elements of the first input in the same order, and can share its memory.
    View,
    /// Nothing: the outputs are stored in the file, or only describe the inputs.
    Nothing,
}

impl Cost {
    /// The cost of moving elements without arithmetic.
    pub fn movement() -> Cost {
        Cost { macs: Dim::exact(0), operations: Dim::exact(0), access: MemoryAccess::Whole, in_place: false }
    }

    /// The cost of this number of multiply-accumulates.
    pub fn multiply_accumulates(macs: Dim) -> Cost {
        Cost { macs, ..Cost::movement() }
    }

    /// The cost of this number of other operations.
    pub fn operations(operations: Dim) -> Cost {
        Cost { operations, ..Cost::movement() }
    }

    /// Sets that the first output can take the memory of an input: an element-wise function.
    #[must_use]
    pub fn in_place(self) -> Cost {
        Cost { in_place: true, ..self }
    }

    /// Sets what is read and written.
    #[must_use]
    pub fn access(self, access: MemoryAccess) -> Cost {
        Cost { access, ..self }
    }
}

/// Elements are only moved.
pub(crate) fn movement() -> Option<Cost> {
    Some(Cost::movement())
}

/// Nothing is moved: the output is the input with another shape or name.
pub(crate) fn view() -> Option<Cost> {
    Some(Cost::movement().access(MemoryAccess::View))
}

/// Nothing is computed in a run.
pub(crate) fn nothing() -> Option<Cost> {
    Some(Cost::movement().access(MemoryAccess::Nothing))
}

/// Some elements of an input are moved.
pub(crate) fn part(input: usize) -> Option<Cost> {
    Some(Cost::movement().access(MemoryAccess::Part(input)))
}

/// An element-wise function: this many operations for each element of the first output.
pub(crate) fn elementwise(cx: &InferContext<'_>, operations: u64) -> Option<Cost> {
    Some(Cost::operations(cx.output_shape(0).num_elements().mul(&Dim::exact(operations))).in_place())
}

/// This many operations for each element of the first input.
pub(crate) fn per_input(cx: &InferContext<'_>, operations: u64) -> Option<Cost> {
    Some(Cost::operations(cx.shape(0).num_elements().mul(&Dim::exact(operations))))
}

/// A normalization by mean and deviation, or a Softmax: two passes for the statistics, and three operations to apply them.
pub(crate) fn normalization(cx: &InferContext<'_>) -> Option<Cost> {
    per_input(cx, 5)
}

/// This many multiply-accumulates.
pub(crate) fn products(macs: Dim) -> Option<Cost> {
    Some(Cost::multiply_accumulates(macs))
}

/// A matrix product: as many multiply-accumulates for each element of the first output as the inner dimension has.
pub(crate) fn matrix_product(cx: &InferContext<'_>, inner: &Dim) -> Option<Cost> {
    products(cx.output_shape(0).num_elements().mul(inner))
}

/// The last dimension of an input; unknown if the input has none.
pub(crate) fn last_dim(cx: &InferContext<'_>, input: usize) -> Dim {
    cx.shape(input).dims().and_then(<[Dim]>::last).cloned().unwrap_or(Dim::unknown())
}

/// A convolution: every element of the filters once for each position. `positions` is the shape with one position for each
/// index besides channels, which are on axis `channels`: the output, or of a transposed convolution the data.
pub(crate) fn convolution(positions: &Shape, channels: usize, filters: &Shape) -> Option<Cost> {
    let dims = positions.dims().into_iter().flatten().enumerate();
    let count = dims.filter(|(axis, _)| *axis != channels).fold(Dim::exact(1), |n, (_, dim)| n.mul(dim));
    let count = if positions.rank().is_some() { count } else { Dim::unknown() };
    products(count.mul(&filters.num_elements()))
}

/// Attention: the scores of `queries` against `keys`, each of size `head`, and the sum of values of size `value`; for each
/// batch element and head of the query.
pub(crate) fn attention(batch_and_heads: &Dim, [queries, keys]: [&Dim; 2], [head, value]: [&Dim; 2]) -> Option<Cost> {
    products(batch_and_heads.mul(queries).mul(keys).mul(&head.add(value)))
}
