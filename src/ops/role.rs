//! Operators that the formats themselves treat in a way of their own.

use super::lookup;
use crate::dialect::Dialect;

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

/// The role of the operator of this name in the default domain; a name that is not known is a computation.
pub(crate) fn role(dialect: Dialect, name: &str) -> OperatorRole {
    let def = lookup(dialect, "", name).and_then(|known| known.def);
    def.map_or(OperatorRole::Computation, |def| def.role)
}
