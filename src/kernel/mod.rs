//! Loops over the elements of tensors, which know nothing of operators.

/// Views: elements at steps, in another order, repeated.
pub(crate) mod copy;
/// Loops within loops, as few as there need be.
pub(crate) mod nest;
/// Runs of elements, one behind the other.
pub(crate) mod runs;
/// One of two tensors, element by element.
pub(crate) mod select;
/// Elements as words.
pub(crate) mod word;
