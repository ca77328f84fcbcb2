use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "TY102",
    name: "mismatched-types",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "inputs that must have the same type have different types",
    help: "convert one of the inputs to the type of the other",
    fixes: &[Applicability::Unsafe],
    source: include_str!("mismatched_types.md"),
    own: None,
};
