//! Why a node is not folded.

use crate::diagnostic::counted;
use crate::tensor::EvalError;

/// Why a node is left.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotFoldedReason {
    /// It cannot be computed.
    #[error("{0}")]
    Refused(EvalError),
    /// An input or output holds NaN.
    #[error("an input or output holds NaN, which runtimes treat differently (--nan folds it)")]
    Nan,
    /// An output is larger than the limit and than the constants that it replaces.
    #[error("{}", too_large(*count, *bytes, *replaced))]
    TooLarge {
        /// Elements of the output.
        count: u64,
        /// Bytes of the output.
        bytes: u64,
        /// Bytes of the constants that would go; `None` if it depends on too many nodes to tell.
        replaced: Option<u64>,
    },
    /// Its operator is there for more than its outputs, or gives something else in each run.
    #[error("a run decides what it gives")]
    RunTime,
    /// An output cannot be a constant in the format of the model.
    #[error("its result cannot be written: {0}")]
    Unwritable(String),
    /// The caller named other operators.
    #[error("only other operators were asked for (--only)")]
    NotAsked,
    /// It reads a value that could not be computed.
    #[error("it reads `{0}`, which is left")]
    Upstream(String),
}

fn too_large(count: u64, bytes: u64, replaced: Option<u64>) -> String {
    let result = format!("its result of {} takes {}", counted(count, "element"), counted(bytes, "byte"));
    let limits = "(--max-bytes and --max-elements allow more)";
    match replaced {
        Some(0) => format!("{result} and replaces no constant {limits}"),
        Some(replaced) => format!("{result} and replaces {} {limits}", counted(replaced, "byte")),
        None => format!("{result} {limits}"),
    }
}

/// A refusal as a reason to keep a node.
impl From<EvalError> for NotFoldedReason {
    fn from(refusal: EvalError) -> NotFoldedReason {
        NotFoldedReason::Refused(refusal)
    }
}
