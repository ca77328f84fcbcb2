use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP111",
    name: "duplicate-attribute",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Unintended,
    summary: "an attribute occurs more than once on a node",
    help: "keep one of the occurrences",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("duplicate_attribute.md"),
    own: None,
};
