use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "TY103",
    name: "declared-type-mismatch",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Contradiction,
    openvino: LevelReason::Contradiction,
    summary: "the declared element type differs from the inferred one",
    help: "declare the inferred element type",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("declared_type_mismatch.md"),
    own: None,
};
