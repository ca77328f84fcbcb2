use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR109",
    name: "dead-node",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "no model output depends on the node",
    help: "remove the node, or make one of its outputs a graph output",
    source: include_str!("dead_node.md"),
};
