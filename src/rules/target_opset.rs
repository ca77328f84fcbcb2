use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "PO201",
    name: "target-opset",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::TargetRefuses,
    openvino: LevelReason::TargetRefuses,
    summary: "the operator set or IR version is newer than a target reads",
    help: "export the model for an older operator set, or require a newer version of the target",
    fixes: &[],
    source: include_str!("target_opset.md"),
    own: None,
};
