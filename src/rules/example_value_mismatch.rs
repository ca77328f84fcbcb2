use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM034",
    name: "example-value-mismatch",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Unintended,
    openvino: LevelReason::Unintended,
    summary: "the values in a comment do not match the recorded dimensions",
    help: "make the comment and the dimensions agree",
    fixes: &[],
    source: include_str!("example_value_mismatch.md"),
    own: None,
};
