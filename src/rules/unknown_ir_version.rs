use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM008",
    name: "unknown-ir-version",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "the IR version is unknown",
    help: "export the model for a known version",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("unknown_ir_version.md"),
    own: None,
};
