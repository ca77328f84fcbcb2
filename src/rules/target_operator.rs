use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "PO202",
    name: "target-operator",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::TargetRefuses,
    openvino: LevelReason::TargetRefuses,
    summary: "a target has no implementation of the operator, or rejects this form of the node",
    help: "write the node in a form that every target accepts",
    fixes: &[],
    source: include_str!("target_operator.md"),
    own: None,
};
