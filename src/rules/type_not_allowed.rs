use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "TY101",
    name: "type-not-allowed",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "the operator does not allow this element type in this version",
    help: "convert the input to an allowed type",
    fixes: &[Applicability::Unsafe],
    source: include_str!("type_not_allowed.md"),
    own: None,
};
