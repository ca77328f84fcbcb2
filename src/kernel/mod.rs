//! Loops over the elements of tensors, which know nothing of operators.

/// Elements of one type as another.
pub(crate) mod convert;
/// Views: elements at steps, in another order, repeated.
pub(crate) mod copy;
/// Functions of one, two or more elements at the same place.
pub(crate) mod elementwise;
/// Functions that the standard library has not.
pub(crate) mod erf;
/// Loops within loops, as few as there need be.
pub(crate) mod loop_nest;
/// Products of matrices.
pub(crate) mod matmul;
/// Numbers of every width, and what they have in common.
pub(crate) mod number;
/// Rows along one axis.
pub(crate) mod rows;
/// Runs of elements, one behind the other.
pub(crate) mod runs;
/// One of two tensors, element by element.
pub(crate) mod select;
/// Numbers as text.
pub(crate) mod text;
/// Elements as words.
pub(crate) mod word;
