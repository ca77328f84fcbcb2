use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP106",
    name: "wrong-axes-type",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "the element type of the axes is not one that the operator allows",
    help: "convert the axes to an allowed type",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("wrong_axes_type.md"),
    own: None,
};
