use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR104",
    name: "unsorted-nodes",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a node precedes the node whose output it reads",
    help: "move the node after the node whose output it reads",
    source: include_str!("unsorted_nodes.md"),
};
