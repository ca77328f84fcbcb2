use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP204",
    name: "invalid-body",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "a body or subgraph does not match the operator that runs it",
    help: "connect the body as its operator requires",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("invalid_body.md"),
    own: None,
};
