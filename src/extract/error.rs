//! Why a part of a model cannot be extracted.

use crate::graph::EditError;

/// Why a part of a model cannot be extracted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExtractError {
    /// The file has no main graph that could be read.
    #[error("the file has no graph; `shapewright lint` reports why")]
    NoGraph,
    /// No output is asked for.
    #[error("no output is named; expected at least one")]
    NoOutputs,
    /// The main graph has no value of this name.
    #[error("the main graph has no value `{name}`{}", near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default())]
    NoSuchValue {
        /// The name.
        name: String,
        /// A name that is close to it.
        near: Option<String>,
    },
    /// A value is to be both.
    #[error("`{0}` is both an input and an output; expected different values")]
    InputAndOutput(String),
    /// A graph input is needed that is not among the inputs.
    #[error("`{output}` depends on graph input `{input}`, which is not among the inputs; add it")]
    MissingInput {
        /// An output that depends on it.
        output: String,
        /// The graph input.
        input: String,
    },
    /// A new input or output needs a type.
    #[error("the type of `{name}` is unknown{why}; declare it in the model")]
    UnknownType {
        /// The value.
        name: String,
        /// Why it is unknown.
        why: String,
    },
    /// The format cannot represent the result.
    #[error(transparent)]
    Edit(#[from] EditError),
}
