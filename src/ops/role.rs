//! Operators that the formats treat specially.

/// The role of an operator for readers and writers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OperatorRole {
    /// A computation, which formats do not interpret.
    Computation,
    /// A constant with data in the file.
    Constant,
    /// IR: an input of the graph.
    Parameter,
    /// IR: an output of the graph.
    Result,
}
