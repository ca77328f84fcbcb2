use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "TY104",
    name: "recorded-input-mismatch",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Contradiction,
    openvino: LevelReason::Contradiction,
    summary: "the type recorded on an input differs from the type of its value",
    help: "record the type of the value",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("recorded_input_mismatch.md"),
    own: None,
};
