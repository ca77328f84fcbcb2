//! Estimates of the memory that a record of each kind takes in the model and its analysis, in bytes: the file states most of
//! them in a few bytes, down to two. They are low enough for chains of any length of nodes with short names.

use crate::graph::Operand;

pub(crate) const NODE: u64 = 80;
/// A name of an operator that no other node has.
pub(crate) const OPERATOR: u64 = 640;
pub(crate) const ATTRIBUTE: u64 = 160;
/// An integer of an attribute: eight bytes, and four in a text.
pub(crate) const INTEGER: u64 = 12;
pub(crate) const TENSOR: u64 = 80;
/// A string or an entry of a tensor.
pub(crate) const TEXT: u64 = 48;
/// A byte of a name that the file does not have: three stand for one that is no UTF-8. It is in the text of all names, which
/// grows to twice its length, in findings, and in a model that is written.
pub(crate) const REPLACED_BYTE: u64 = 16;
/// A further piece of the numbers of a tensor.
pub(crate) const PIECE: u64 = 64;
/// A type in another one.
pub(crate) const TYPE: u64 = 80;
pub(crate) const DIM: u64 = 40;
/// The name of a dimension that no other one has.
pub(crate) const SYMBOL: u64 = 240;
pub(crate) const GRAPH: u64 = 400;
pub(crate) const FUNCTION: u64 = 640;
/// An operator set that is imported, by domain and by position.
pub(crate) const IMPORT: u64 = 240;
/// What a graph declares: an input, an output, the type of a value.
pub(crate) const DECLARED_INPUT: u64 = 640;
pub(crate) const DECLARED_OUTPUT: u64 = 320;
pub(crate) const DECLARED_TYPE: u64 = 240;
pub(crate) const INITIALIZER: u64 = 230;
/// Besides the tensor of its values.
pub(crate) const SPARSE_INITIALIZER: u64 = 310;
pub(crate) const OTHER: u64 = 160;

/// The inputs of a node. A name that is read takes as much as its operand.
pub(crate) fn of_operands(operands: &[Operand]) -> u64 {
    let of_one = |operand: &Operand| if *operand == Operand::Absent { 128 } else { 16 };
    operands.iter().map(of_one).sum()
}

/// The outputs of a node, of which so many have no name: a name takes bytes of the file, too.
pub(crate) fn of_outputs(count: usize, unnamed: usize) -> u64 {
    80 * count as u64 + 160 * unnamed as u64
}
