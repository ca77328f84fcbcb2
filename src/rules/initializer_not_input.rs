use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR108",
    name: "initializer-not-input",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "below IR version 4, an initializer must be a graph input",
    help: "list the initializer among the graph inputs, or raise the IR version to 4",
    source: include_str!("initializer_not_input.md"),
};
