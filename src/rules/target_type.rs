use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "PO203",
    name: "target-type",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::TargetRefuses,
    openvino: LevelReason::TargetRefuses,
    summary: "a target does not support the element type at this node",
    help: "convert the data to a type that every target accepts",
    fixes: &[],
    source: include_str!("target_type.md"),
    own: None,
};
