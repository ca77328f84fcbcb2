//! Operators that the formats themselves treat in a way of their own.

/// What an operator is to a reader or a writer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OperatorRole {
    /// A computation, of which a format knows nothing.
    Computation,
    /// It holds data of the file.
    Constant,
    /// IR: an input of the graph.
    Parameter,
    /// IR: an output of the graph.
    Result,
}
