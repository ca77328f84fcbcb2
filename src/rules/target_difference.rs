use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "PO204",
    name: "target-difference",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::ToolsDisagree,
    openvino: LevelReason::ToolsDisagree,
    summary: "a target interprets or computes the node differently from other tools",
    help: "write the node in a form that all tools interpret identically",
    fixes: &[],
    source: include_str!("target_difference.md"),
    own: None,
};
