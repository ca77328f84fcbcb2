use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP110",
    name: "wrong-attribute-kind",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "an attribute has a type other than its operator specifies",
    help: "write the attribute with the type that the operator specifies",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("wrong_attribute_kind.md"),
    own: None,
};
