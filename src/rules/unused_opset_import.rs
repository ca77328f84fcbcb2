use super::{Category, Rule};
use crate::fix_edit::Applicability;
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "ST102",
    name: "unused-opset-import",
    category: Category::Style,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "an operator set is imported, but no node uses it",
    help: "remove the entry from `opset_import`",
    fixes: &[Applicability::Safe],
    source: include_str!("unused_opset_import.md"),
    own: None,
};
