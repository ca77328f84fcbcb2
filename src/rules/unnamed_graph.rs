use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR113",
    name: "unnamed-graph",
    category: Category::Portability,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "the graph has no name",
    help: "name the graph",
    source: include_str!("unnamed_graph.md"),
};
