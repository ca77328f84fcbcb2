use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR115",
    name: "duplicate-edge",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "an input has more than one edge",
    help: "keep one of the edges",
    source: include_str!("duplicate_edge.md"),
};
