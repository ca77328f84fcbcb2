use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM028",
    name: "invalid-id",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the id of a layer or port is not a non-negative integer",
    help: "write the id as a number",
    source: include_str!("invalid_id.md"),
};
