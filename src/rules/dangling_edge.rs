use super::{Category, Rule};
use crate::diagnostic::Level;

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR116",
    name: "dangling-edge",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "an edge leads from or to a port or layer that does not exist",
    help: "connect the edge to a port that exists, or remove it",
    source: include_str!("dangling_edge.md"),
};
