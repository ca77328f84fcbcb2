use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM034",
    name: "example-value-mismatch",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "the values in a comment do not match the recorded dimensions",
    help: "make the comment and the dimensions agree",
    source: include_str!("example_value_mismatch.md"),
};
