use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR107",
    name: "undefined-graph-output",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "nothing produces a graph output",
    help: "add the node that produces it, or remove the output",
    source: include_str!("undefined_graph_output.md"),
};
