use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP107",
    name: "wrong-axes-rank",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "the axes tensor has a rank that the operator does not allow",
    help: "reshape the axes to one dimension",
    fixes: &[Applicability::Unsafe],
    source: include_str!("wrong_axes_rank.md"),
    own: None,
};
