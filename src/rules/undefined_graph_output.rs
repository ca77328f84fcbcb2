use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR107",
    name: "undefined-graph-output",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "nothing produces a graph output",
    help: "add the node that produces it, or remove the output",
    source: include_str!("undefined_graph_output.md"),
};
