use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR117",
    name: "duplicate-layer-id",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "two layers have the same id",
    help: "give each layer a unique id",
    fixes: &[Applicability::Safe],
    source: include_str!("duplicate_layer_id.md"),
    own: None,
};
