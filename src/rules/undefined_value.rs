use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR101",
    name: "undefined-value",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "an input names a value or a layer that does not exist",
    help: "correct the name, or add the node that produces the value",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("undefined_value.md"),
    own: None,
};
