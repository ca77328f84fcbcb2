use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR111",
    name: "unknown-value-declared",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "a declaration names a value that does not exist",
    help: "remove the declaration, or correct its name",
    fixes: &[Applicability::Safe],
    source: include_str!("unknown_value_declared.md"),
    own: None,
};
