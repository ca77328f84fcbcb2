use super::{Category, Rule};
use crate::fix_edit::Applicability;
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "ST105",
    name: "default-attribute",
    category: Category::Style,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "an attribute has its default value",
    help: "remove the attribute",
    fixes: &[Applicability::Safe],
    source: include_str!("default_attribute.md"),
    own: None,
};
