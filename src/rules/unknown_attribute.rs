use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP104",
    name: "unknown-attribute",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Unintended,
    summary: "the operator does not have this attribute in this version",
    help: "remove the attribute",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("unknown_attribute.md"),
    own: None,
};
