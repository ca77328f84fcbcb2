use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP115",
    name: "missing-input",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "a required input is omitted",
    help: "provide a value for the input",
    fixes: &[],
    source: include_str!("missing_input.md"),
    own: None,
};
