use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP109",
    name: "missing-attribute",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a required attribute is missing",
    help: "add the attribute",
    source: include_str!("missing_attribute.md"),
};
