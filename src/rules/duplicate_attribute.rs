use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP111",
    name: "duplicate-attribute",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Warning,
    summary: "an attribute occurs more than once on a node",
    help: "keep one of the occurrences",
    source: include_str!("duplicate_attribute.md"),
};
