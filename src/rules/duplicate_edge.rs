use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR115",
    name: "duplicate-edge",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "an input has more than one edge",
    help: "keep one of the edges",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("duplicate_edge.md"),
    own: None,
};
