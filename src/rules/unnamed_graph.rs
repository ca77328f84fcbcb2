use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR113",
    name: "unnamed-graph",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::ToolsDisagree,
    openvino: LevelReason::ToolsDisagree,
    summary: "the graph has no name",
    help: "name the graph",
    fixes: &[],
    source: include_str!("unnamed_graph.md"),
    own: None,
};
