use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR110",
    name: "unused-initializer",
    category: Category::Performance,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "nothing reads an initializer",
    help: "remove the initializer",
    fixes: &[Applicability::Safe],
    source: include_str!("unused_initializer.md"),
    own: None,
};
