use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR114",
    name: "incomplete-declaration",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::ToolsDisagree,
    openvino: LevelReason::ToolsDisagree,
    summary: "a graph input or output is declared without a type or a shape",
    help: "declare the type and the shape",
    fixes: &[],
    source: include_str!("incomplete_declaration.md"),
    own: None,
};
