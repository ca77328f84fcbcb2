//! Why elements are not evaluated or cannot be read.

use crate::element::ElementType;

/// Why a value is not evaluated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvalError {
    /// It depends on a value that is known only at run time.
    #[error("`{0}` is known only at run time")]
    NotConstant(String),
    /// The operator has no evaluator.
    #[error("{0} is not evaluated")]
    NoEvaluator(String),
    /// The operator is not evaluated for elements of this type.
    #[error("elements of type {0} are not evaluated")]
    Type(ElementType),
    /// The elements of a constant are not available: a missing file, or data that do not fit type and shape.
    #[error("the elements of a constant cannot be read (run `shapewright lint` for the reason)")]
    Unreadable,
    /// The type or shape of an output does not follow from the inputs.
    #[error("the type or shape of an output is unknown")]
    UnknownType,
    /// More memory or work than [`Limits`](crate::limits::Limits) allow.
    #[error("evaluation takes {needed} bytes, which exceeds the limit of {limit}")]
    TooLarge {
        /// The required bytes.
        needed: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The specification defines no result for these inputs.
    #[error("{0}")]
    Undefined(String),
    /// The inputs violate the operator's contract: the message of the first finding.
    #[error("{0}")]
    Invalid(String),
}
