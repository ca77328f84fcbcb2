//! Why an edit is refused.

/// Why an edit is refused. The model is as before.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// Something still reads what would be removed.
    #[error("`{name}` cannot be removed: it is still read by {readers}")]
    StillRead {
        /// The value.
        name: String,
        /// Its readers, at most four of them.
        readers: String,
    },
    /// A node would read a value that does not exist when it runs.
    #[error("`{name}` is not available at {place}: {why}")]
    NotAvailable {
        /// The value.
        name: String,
        /// The reader.
        place: String,
        /// Where the value is.
        why: &'static str,
    },
    /// The node has no input or output at this position.
    #[error("{place} has no {what} {index}; it has {count}")]
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
    #[error("the name `{0}` is taken; `Model::unique_name` makes one that is not")]
    NameTaken(String),
    /// The model imports no operator set of this domain.
    #[error("the model imports no operator set of domain `{0}`; import it with `Model::set_opset`")]
    MissingImport(String),
    /// A replacement with another number of outputs.
    #[error("{place} has {expected} outputs, and its replacement has {given}")]
    OutputCount {
        /// The node.
        place: String,
        /// The outputs of the node.
        expected: usize,
        /// The outputs of the replacement.
        given: usize,
    },
    /// The record is not there: it was removed.
    #[error("{0} was removed")]
    Removed(String),
    /// The format has no such thing.
    #[error("{0}")]
    Unsupported(&'static str),
}
