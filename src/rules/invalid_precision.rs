use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM024",
    name: "invalid-precision",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "the precision of a port is missing, or OpenVINO does not know it",
    help: "use a precision that OpenVINO knows, such as FP32 or I64",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("invalid_precision.md"),
    own: None,
};
