//! Loops over the elements of tensors, which know nothing of operators.

/// Elements of one type as another.
pub(crate) mod convert;
/// Views: elements at steps, in another order, repeated.
pub(crate) mod copy;
/// Functions of one, two or more elements at the same place.
pub(crate) mod elementwise;
/// Loops within loops, as few as there need be.
pub(crate) mod nest;
/// Numbers of every width, and what they have in common.
pub(crate) mod number;
/// Products of matrices.
pub(crate) mod product;
/// Rows along one axis.
pub(crate) mod rows;
/// Runs of elements, one behind the other.
pub(crate) mod runs;
/// One of two tensors, element by element.
pub(crate) mod select;
/// Functions that the standard library has not.
pub(crate) mod special;
/// Numbers as text.
pub(crate) mod text;
/// Elements as words.
pub(crate) mod word;
