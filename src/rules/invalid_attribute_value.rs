use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP105",
    name: "invalid-attribute-value",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "an attribute has a value that its specification does not allow",
    help: "use a valid value",
    source: include_str!("invalid_attribute_value.md"),
};
