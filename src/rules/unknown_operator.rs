use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP100",
    name: "unknown-operator",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "the operator is in no known operator set",
    help: "correct the name, or put a custom operator in its own domain",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("unknown_operator.md"),
    own: None,
};
