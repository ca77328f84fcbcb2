//! Why an edit is refused.

use std::fmt;

/// Why an edit is refused. The model is as before.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EditError {
    /// Something still reads what would be removed.
    StillRead {
        /// The value.
        name: String,
        /// Its readers, at most four of them.
        readers: String,
    },
    /// Something still calls the function that would be removed.
    StillCalled {
        /// The function.
        name: String,
        /// A node that calls it.
        caller: String,
    },
    /// A node would read a value that does not exist when it runs.
    NotAvailable {
        /// The value.
        name: String,
        /// The reader.
        place: String,
        /// Where the value is.
        why: &'static str,
    },
    /// The node has no input or output at this position.
    NoSuchPosition {
        /// The node or the graph.
        place: String,
        /// `input` or `output`.
        what: &'static str,
        /// The position that was asked for.
        index: usize,
        /// The number of inputs or outputs.
        count: usize,
    },
    /// The name belongs to another value of the graph or of a graph around it.
    NameTaken(String),
    /// The model, or the function around the node, imports no operator set of this domain;
    /// [`Model::set_opset`](crate::graph::Model::set_opset) adds one to the model.
    MissingImport(String),
    /// A replacement with another number of outputs.
    OutputCount {
        /// The node.
        place: String,
        /// The outputs of the node.
        expected: usize,
        /// The outputs of the replacement.
        given: usize,
    },
    /// The record is not there: it was removed.
    Removed(String),
    /// The format has no such thing.
    Unsupported(&'static str),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::StillRead { name, readers } => {
                write!(f, "`{name}` cannot be removed: it is still read by {readers}")
            }
            EditError::StillCalled { name, caller } => {
                write!(f, "function `{name}` cannot be removed: it is still called by {caller}")
            }
            EditError::NotAvailable { name, place, why } => write!(f, "`{name}` is not available at {place}: {why}"),
            EditError::NoSuchPosition { count, index, place, what } => {
                write!(f, "{place} has no {what} {index}; it has {count}")
            }
            EditError::NameTaken(what) => {
                write!(f, "the name `{what}` is taken; `Model::unique_name` makes one that is not")
            }
            EditError::MissingImport(what) => {
                write!(f, "the model imports no operator set of domain `{what}`; import it with `Model::set_opset`")
            }
            EditError::OutputCount { expected, given, place } => {
                write!(f, "{place} has {expected} outputs, and its replacement has {given}")
            }
            EditError::Removed(what) => write!(f, "{what} was removed"),
            EditError::Unsupported(text) => write!(f, "{text}"),
        }
    }
}

impl std::error::Error for EditError {}
