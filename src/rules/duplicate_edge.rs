use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR115",
    name: "duplicate-edge",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "an input has more than one edge",
    help: "keep one of the edges",
    source: include_str!("duplicate_edge.md"),
};
