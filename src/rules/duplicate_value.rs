use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR105",
    name: "duplicate-value",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a value is defined more than once",
    help: "rename one of the values",
    source: include_str!("duplicate_value.md"),
};
