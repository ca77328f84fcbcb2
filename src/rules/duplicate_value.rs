use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR105",
    name: "duplicate-value",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a value is defined more than once",
    help: "rename one of the values",
    source: include_str!("duplicate_value.md"),
};
