//! Why a model is not converted.

use std::fmt;

use super::OnnxForm;
use crate::dialect::Format;
use crate::rewrite::WriteError;

/// Why a model is not converted.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConvertError {
    /// The model is not ONNX.
    Format(Format),
    /// A part of the model could not be read.
    Incomplete,
    /// The text omits the data of a tensor.
    Omitted(String),
    /// A tensor has no data, or not as much as its type and shape require, which text cannot represent.
    NoData(String),
    /// Data is to be omitted in a binary model.
    NothingToOmit,
    /// The text would be longer than what is read.
    TooLong {
        /// The length that it would have.
        bytes: u64,
        /// The length limit.
        limit: u64,
    },
    /// The model, which has this form, is too large to be held in memory together with what it becomes.
    TooLarge(OnnxForm),
    /// The model cannot be written.
    Write(WriteError),
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConvertError::Format(format) => {
                write!(
                    f,
                    "its format is {}; only ONNX has two forms, and data inside or outside of the model",
                    format.title()
                )
            }
            ConvertError::Incomplete => f.write_str("it cannot be read completely; `shapewright lint` reports why"),
            ConvertError::Omitted(name) => {
                write!(f, "the text omits the data of {}; convert the model that it was printed from", tensor(name))
            }
            ConvertError::NoData(name) => {
                write!(f, "{} does not have the data of its type; `shapewright lint` reports why", tensor(name))
            }
            ConvertError::NothingToOmit => f.write_str("data can be omitted only in text"),
            ConvertError::TooLong { bytes, limit } => {
                write!(
                    f,
                    "the text would have {bytes} bytes, more than the {limit} that are read; keep its data in another file"
                )
            }
            ConvertError::TooLarge(form) => {
                let help = match form {
                    OnnxForm::Text => {
                        "convert it to `.onnx` in its own folder with its data where it is, then convert that file"
                    }
                    OnnxForm::Binary => {
                        "write it as `.onnx` with its data where you want it, then convert that file to text"
                    }
                };
                write!(f, "it is too large to be held in memory together with what it becomes; {help}")
            }
            ConvertError::Write(error) => write!(f, "{error}"),
        }
    }
}

/// The name of a tensor in a message. Tensors in attributes usually have none.
fn tensor(name: &str) -> String {
    if name.is_empty() { "a tensor in an attribute".to_owned() } else { format!("tensor `{name}`") }
}

impl std::error::Error for ConvertError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ConvertError::Write(error) => error.source(),
            _ => None,
        }
    }
}

impl From<WriteError> for ConvertError {
    fn from(error: WriteError) -> ConvertError {
        ConvertError::Write(error)
    }
}
