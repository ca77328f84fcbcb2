use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM025",
    name: "invalid-dim",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "a recorded dimension is not a valid size",
    help: "write a size, or -1 for an unknown size",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("invalid_dim.md"),
    own: None,
};
