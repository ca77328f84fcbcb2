//! Why a node is not folded.

use std::fmt;

use crate::diagnostic::counted;
use crate::tensor::EvalError;

/// Why a node is not folded.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotFoldedReason {
    /// It cannot be evaluated.
    Refused(EvalError),
    /// An input or output contains NaN.
    Nan,
    /// An output is larger than the limit and than the constants that it replaces.
    TooLarge {
        /// Number of elements of the output.
        count: u64,
        /// Size of the output in bytes.
        bytes: u64,
        /// Size of the constants that would be removed; `None` if the node depends on too many nodes to determine it.
        replaced: Option<u64>,
    },
    /// As a constant, an output would make the file larger than allowed.
    Grows {
        /// Size of the constant without everything that only it replaces, about.
        bytes: u64,
    },
    /// Its operator has side effects, or its outputs differ between runs.
    RunTime,
    /// An output cannot be a constant in the format of the model.
    Unwritable(String),
    /// The caller selected other operators.
    NotAsked,
    /// Runtimes compute it together with its readers, such as a product of quantized numbers.
    Fused(String),
    /// It reads a value that could not be evaluated.
    Upstream(String),
    /// The selection of nodes still changed after as many attempts as are made, so that nothing is folded.
    Unsettled,
}

impl fmt::Display for NotFoldedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotFoldedReason::Refused(why @ EvalError::TooLarge { .. }) => {
                write!(f, "{why}; `--max-memory` allows more")
            }
            NotFoldedReason::Refused(text) => write!(f, "{text}"),
            NotFoldedReason::Nan => {
                f.write_str("an input or output contains NaN, which runtimes handle differently (--nan folds it)")
            }
            NotFoldedReason::TooLarge { count, bytes, replaced } => f.write_str(&too_large(*count, *bytes, *replaced)),
            // The estimate may be too low.
            NotFoldedReason::Grows { bytes: 0 } => {
                f.write_str("as a constant, its result makes the file larger (--allow-growth allows it)")
            }
            NotFoldedReason::Grows { bytes } => {
                let bytes = counted(*bytes, "byte");
                write!(f, "as a constant, its result makes the file {bytes} larger (--allow-growth allows it)")
            }
            NotFoldedReason::RunTime => f.write_str("its result is determined at run time"),
            NotFoldedReason::Unwritable(what) => write!(f, "its result cannot be written: {what}"),
            NotFoldedReason::NotAsked => f.write_str("only other operators are selected (--only)"),
            NotFoldedReason::Fused(what) => {
                write!(f, "runtimes fuse it with the nodes that read its result (--only {what} folds it)")
            }
            NotFoldedReason::Upstream(what) => write!(f, "it reads `{what}`, which is not folded"),
            NotFoldedReason::Unsettled => {
                f.write_str("what to fold is not settled within the limit on attempts (--only selects fewer operators)")
            }
        }
    }
}

impl std::error::Error for NotFoldedReason {}

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

#[cfg(test)]
mod tests {
    use super::NotFoldedReason;

    #[test]
    fn growth_by_an_unknown_number_of_bytes_has_no_number() {
        let text = |bytes| NotFoldedReason::Grows { bytes }.to_string();
        assert!(text(0).contains("makes the file larger"), "{}", text(0));
        assert!(text(12).contains("makes the file 12 bytes larger"), "{}", text(12));
    }
}
