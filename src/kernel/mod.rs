//! Loops over the elements of tensors, independent of operators.

/// Conversion of elements to another type.
pub(crate) mod convert;
/// Views: strided, permuted or repeated elements.
pub(crate) mod copy;
/// Numbers of one width, for small loops.
pub(crate) mod dense;
/// Elementwise functions of one or more operands.
pub(crate) mod elementwise;
/// Functions that the standard library lacks.
pub(crate) mod erf;
/// Discrete Fourier transforms.
pub(crate) mod fourier;
/// Lines along one axis.
pub(crate) mod lines;
/// Nested loops, reduced to as few as possible.
pub(crate) mod loop_nest;
/// Matrix products.
pub(crate) mod matmul;
/// Numbers of every width, and their common operations.
pub(crate) mod number;
/// Remainders of floats.
pub(crate) mod remainder;
/// Sums of quantized numbers in another scale.
pub(crate) mod requantize;
/// Functions of rows along one axis.
pub(crate) mod rows;
/// Concatenated runs of elements.
pub(crate) mod runs;
/// Elementwise selection from two tensors.
pub(crate) mod select;
/// Mean and spread.
pub(crate) mod statistics;
/// Numbers as text.
pub(crate) mod text;
/// Windows that slide along planes.
pub(crate) mod windows;
/// Elements as words.
pub(crate) mod word;
