use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP203",
    name: "wrong-input-rank",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "an input has a rank that the operator does not allow",
    help: "reshape the input to an allowed rank",
    fixes: &[Applicability::Unsafe],
    source: include_str!("wrong_input_rank.md"),
    own: None,
};
