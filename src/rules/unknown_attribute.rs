use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP104",
    name: "unknown-attribute",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Warning,
    summary: "the operator does not have this attribute in this version",
    help: "remove the attribute",
    source: include_str!("unknown_attribute.md"),
};
