use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR109",
    name: "dead-node",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "no model output depends on the node",
    help: "remove the node, or make one of its outputs a graph output",
    fixes: &[Applicability::Safe],
    source: include_str!("dead_node.md"),
    own: None,
};
