use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SH201",
    name: "declared-shape-mismatch",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Contradiction,
    openvino: LevelReason::Contradiction,
    summary: "the declared shape contradicts the inferred one",
    help: "declare the inferred shape",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("declared_shape_mismatch.md"),
    own: None,
};
