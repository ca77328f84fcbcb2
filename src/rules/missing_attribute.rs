use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP109",
    name: "missing-attribute",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "a required attribute is missing",
    help: "add the attribute",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("missing_attribute.md"),
    own: None,
};
