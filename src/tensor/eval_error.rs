//! Why elements are not evaluated or cannot be read.

use std::fmt;

use crate::element::ElementType;

/// Why a value is not evaluated.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EvalError {
    /// It depends on a value that is known only at run time.
    NotConstant(String),
    /// The operator has no evaluator.
    NoEvaluator(String),
    /// The operator is not evaluated for elements of this type.
    Type(ElementType),
    /// The elements of a constant are not available: a missing file, or data that do not fit type and shape.
    Unreadable,
    /// The type or shape of an output does not follow from the inputs.
    UnknownType,
    /// More memory than [`Limits`](crate::limits::Limits) allow.
    TooLarge {
        /// The required bytes.
        needed: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// More bytes to read and write than [`Limits`](crate::limits::Limits) allow.
    TooMuchWork {
        /// The bytes read and written in total.
        needed: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The specification defines no result for these inputs.
    Undefined(String),
    /// The inputs violate the operator's contract: the message of the first finding.
    Invalid(String),
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EvalError::NotConstant(what) => write!(f, "`{what}` is known only at run time"),
            EvalError::NoEvaluator(what) => write!(f, "{what} is not evaluated"),
            EvalError::Type(what) => write!(f, "elements of type {what} are not evaluated"),
            EvalError::Unreadable => {
                f.write_str("the elements of a constant cannot be read (run `shapewright lint` for the reason)")
            }
            EvalError::UnknownType => f.write_str("the type or shape of an output is unknown"),
            EvalError::TooLarge { limit, needed } => {
                write!(f, "evaluation takes {needed} bytes of memory; expected at most {limit} (`max_resident_bytes`)")
            }
            EvalError::TooMuchWork { limit, needed } => {
                write!(f, "evaluation reads and writes {needed} bytes; expected at most {limit} (`max_io_bytes`)")
            }
            EvalError::Undefined(text) => write!(f, "{text}"),
            EvalError::Invalid(text) => write!(f, "{text}"),
        }
    }
}

impl std::error::Error for EvalError {}
