use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP113",
    name: "operator-not-in-opset",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "the operator exists, but not in the operator set in use",
    help: "use an operator set that contains the operator",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("operator_not_in_opset.md"),
    own: None,
};
