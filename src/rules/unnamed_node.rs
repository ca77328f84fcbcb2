use super::{Category, Rule};
use crate::fix_edit::Applicability;
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "ST101",
    name: "unnamed-node",
    category: Category::Style,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "nodes have no name, so messages refer to them by number",
    help: "make the exporter name its nodes",
    fixes: &[Applicability::Safe],
    source: include_str!("unnamed_node.md"),
    own: None,
};
