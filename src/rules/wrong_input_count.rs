use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP101",
    name: "wrong-input-count",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a node has too few or too many inputs",
    help: "provide as many inputs as the operator takes",
    source: include_str!("wrong_input_count.md"),
};
