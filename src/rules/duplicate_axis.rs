use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP103",
    name: "duplicate-axis",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Contract,
    openvino: LevelReason::Invalid,
    summary: "an axis is listed more than once",
    help: "remove the repeated axis",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("duplicate_axis.md"),
    own: None,
};
