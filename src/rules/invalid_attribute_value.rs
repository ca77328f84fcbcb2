use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP105",
    name: "invalid-attribute-value",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "an attribute has a value that its specification does not allow",
    help: "use a valid value",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("invalid_attribute_value.md"),
    own: None,
};
