//! Why a node is not folded.

use crate::diagnostic::counted;
use crate::tensor::EvalError;

/// Why a node is not folded.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotFoldedReason {
    /// It cannot be evaluated.
    #[error("{0}")]
    Refused(EvalError),
    /// An input or output contains NaN.
    #[error("an input or output contains NaN, which runtimes handle differently (--nan folds it)")]
    Nan,
    /// An output is larger than the limit and than the constants that it replaces.
    #[error("{}", too_large(*count, *bytes, *replaced))]
    TooLarge {
        /// Number of elements of the output.
        count: u64,
        /// Size of the output in bytes.
        bytes: u64,
        /// Size of the constants that would be removed; `None` if the node depends on too many nodes to determine it.
        replaced: Option<u64>,
    },
    /// As a constant, an output would make the file larger than allowed.
    #[error("as a constant, its result makes the file {} larger (--allow-growth allows it)", counted(*bytes, "byte"))]
    Grows {
        /// Size of the constant without everything that only it replaces, about.
        bytes: u64,
    },
    /// Its operator has side effects, or its outputs differ between runs.
    #[error("its result is determined at run time")]
    RunTime,
    /// An output cannot be a constant in the format of the model.
    #[error("its result cannot be written: {0}")]
    Unwritable(String),
    /// The caller selected other operators.
    #[error("only other operators are selected (--only)")]
    NotAsked,
    /// Runtimes compute it together with its readers, such as a product of quantized numbers.
    #[error("runtimes fuse it with the nodes that read its result (--only {0} folds it)")]
    Fused(String),
    /// It reads a value that could not be evaluated.
    #[error("it reads `{0}`, which is not folded")]
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

impl From<EvalError> for NotFoldedReason {
    fn from(error: EvalError) -> NotFoldedReason {
        NotFoldedReason::Refused(error)
    }
}
