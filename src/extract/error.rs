//! Why a part of a model cannot be extracted.

use std::fmt;

use crate::graph::EditError;

/// Why a part of a model cannot be extracted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExtractError {
    /// The file has no main graph that could be read.
    NoGraph,
    /// No output is asked for.
    NoOutputs,
    /// The main graph has no value of this name.
    NoSuchValue {
        /// The name.
        name: String,
        /// A name that is close to it.
        near: Option<String>,
    },
    /// A value is to be both.
    InputAndOutput(String),
    /// A graph input is needed that is not among the inputs.
    MissingInput {
        /// An output that depends on it.
        output: String,
        /// The graph input.
        input: String,
    },
    /// A new input or output needs a type.
    UnknownType {
        /// The value.
        name: String,
        /// Why it is unknown.
        why: String,
    },
    /// The format cannot represent the result.
    Edit(EditError),
}

impl fmt::Display for ExtractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExtractError::NoGraph => f.write_str("the file has no graph; `shapewright lint` reports why"),
            ExtractError::NoOutputs => f.write_str("no output is named; expected at least one"),
            ExtractError::NoSuchValue { name, near: Some(near) } => {
                write!(f, "the main graph has no value `{name}`; did you mean `{near}`?")
            }
            ExtractError::NoSuchValue { name, near: None } => {
                write!(f, "the main graph has no value `{name}`; `shapewright shapes` lists those that it has")
            }
            ExtractError::InputAndOutput(what) => {
                write!(f, "`{what}` is both an input and an output; expected different values")
            }
            ExtractError::MissingInput { input, output } => {
                write!(f, "`{output}` depends on graph input `{input}`, which is not among the inputs; add it")
            }
            ExtractError::UnknownType { name, why } => {
                write!(f, "the type of `{name}` is unknown{why}; declare it in the model")
            }
            ExtractError::Edit(text) => write!(f, "{text}"),
        }
    }
}

impl std::error::Error for ExtractError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ExtractError::Edit(error) => error.source(),
            _ => None,
        }
    }
}

impl From<EditError> for ExtractError {
    fn from(error: EditError) -> ExtractError {
        ExtractError::Edit(error)
    }
}
