//! Why elements are not computed or cannot be read.

use crate::element::ElementType;

/// Why a value is not computed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EvalError {
    /// It depends on a value that is known only when the model runs.
    #[error("`{0}` is known only when the model runs")]
    NotConstant(String),
    /// The operator has no evaluator.
    #[error("{0} is not evaluated")]
    NoEvaluator(String),
    /// The operator is not evaluated for elements of this type.
    #[error("it is not evaluated for elements of type {0}")]
    Type(ElementType),
    /// The elements of a constant are not there: a missing file, or data that do not fit type and shape.
    #[error("the elements of a constant cannot be read (`shapewright lint` says why)")]
    Unreadable,
    /// Type or shape of an output do not follow from the inputs.
    #[error("the type or shape of an output is not known")]
    UnknownType,
    /// More memory or work than [`Limits`](crate::limits::Limits) allow.
    #[error("it takes {needed} bytes, more than the limit of {limit}")]
    TooLarge {
        /// Bytes that it would take.
        needed: u64,
        /// Bytes that are allowed.
        limit: u64,
    },
    /// The specification gives no result for these inputs.
    #[error("{0}")]
    Undefined(String),
    /// The inputs break the operator's contract: the first finding's message.
    #[error("{0}")]
    Invalid(String),
}
