use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP105",
    name: "invalid-attribute-value",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "an attribute has a value that its specification does not allow",
    help: "use a valid value",
    source: include_str!("invalid_attribute_value.md"),
};
