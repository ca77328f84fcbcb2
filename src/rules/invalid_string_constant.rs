use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM033",
    name: "invalid-string-constant",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "the offsets of a string constant contradict its shape or size",
    help: "write the constant again: its count and offsets do not match its bytes",
    fixes: &[],
    source: include_str!("invalid_string_constant.md"),
    own: None,
};
