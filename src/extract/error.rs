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
    /// Graph inputs are needed that are not among the inputs.
    MissingInputs {
        /// The outputs that depend on them.
        outputs: Vec<String>,
        /// The graph inputs.
        inputs: Vec<String>,
    },
    /// A value of this name is not in the main graph, but in a body or a function.
    Inside {
        /// The name.
        name: String,
        /// The path of the graph.
        graph: String,
    },
    /// A value has another type than the one that was given.
    OtherType {
        /// The value.
        name: String,
        /// The given type.
        given: String,
        /// Its type.
        inferred: String,
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
            ExtractError::NoGraph => {
                f.write_str("the file has no main graph: it cannot be read (`shapewright lint` reports why), or is only a part of a model")
            }
            ExtractError::NoOutputs => f.write_str("no output is named; expected at least one"),
            ExtractError::NoSuchValue { name, near: Some(near) } => {
                write!(f, "the main graph has no value `{name}`; did you mean `{near}`?")
            }
            ExtractError::NoSuchValue { name, near: None } => write!(f, "the main graph has no value `{name}`"),
            ExtractError::InputAndOutput(what) => {
                write!(f, "`{what}` is both an input and an output; expected different values")
            }
            ExtractError::MissingInputs { inputs, outputs } => {
                let depend = if outputs.len() == 1 { "depends" } else { "depend" };
                let (noun, are, them) = match inputs.len() {
                    1 => ("input", "is", "it"),
                    _ => ("inputs", "are", "them"),
                };
                let [inputs, outputs] = [inputs, outputs].map(|names| listed(names));
                write!(f, "{outputs} {depend} on graph {noun} {inputs}, which {are} not among the inputs; add {them}")
            }
            ExtractError::Inside { name, graph } => {
                write!(f, "`{name}` is a value of `{graph}`; only values of the main graph can be extracted")
            }
            ExtractError::OtherType { name, given, inferred } => {
                write!(f, "`{name}` is {inferred}, not {given}; correct the type, or leave it out")
            }
            ExtractError::UnknownType { name, why } => {
                write!(f, "the type of `{name}` is unknown{why}; state it, as in `{name}:f32[N,4]`")
            }
            ExtractError::Edit(text) => write!(f, "{text}"),
        }
    }
}

/// Names in backquotes, with commas between them.
fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
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
