use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR106",
    name: "missing-graph-output",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a graph has no outputs",
    help: "list the values that the model computes as graph outputs",
    source: include_str!("missing_graph_output.md"),
};
