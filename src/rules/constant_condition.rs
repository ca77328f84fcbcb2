use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU105",
    name: "constant-condition",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "a condition is constant, so the same alternative is always taken",
    help: "replace the node with the alternative that is taken",
    fixes: &[],
    source: include_str!("constant_condition.md"),
    own: None,
};
