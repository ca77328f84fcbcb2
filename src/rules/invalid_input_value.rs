use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP202",
    name: "invalid-input-value",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "a constant input has a value that its specification does not allow",
    help: "use a valid value",
    fixes: &[Applicability::Unsafe],
    source: include_str!("invalid_input_value.md"),
    own: None,
};
