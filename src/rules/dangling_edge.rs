use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR116",
    name: "dangling-edge",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "an edge refers to a layer or port that does not exist",
    help: "connect the edge to an existing port, or remove it",
    source: include_str!("dangling_edge.md"),
};
