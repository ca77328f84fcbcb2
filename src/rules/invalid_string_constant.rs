use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM033",
    name: "invalid-string-constant",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the offsets of a string constant contradict its shape or size",
    help: "write the constant again: its count and offsets do not match its bytes",
    source: include_str!("invalid_string_constant.md"),
};
