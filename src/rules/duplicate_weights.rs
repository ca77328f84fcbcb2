use super::{Category, Rule};
use crate::fix_edit::Applicability;
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "PF102",
    name: "duplicate-weights",
    category: Category::Performance,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "constants have the same type, shape and bytes",
    help: "let all nodes read one of the constants, and remove the others",
    fixes: &[Applicability::Safe],
    source: include_str!("duplicate_weights.md"),
    own: None,
};
