use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR106",
    name: "missing-graph-output",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a graph has no outputs",
    help: "list the values that the model computes as graph outputs",
    source: include_str!("missing_graph_output.md"),
};
