use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP201",
    name: "incompatible-shapes",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "the shapes of the inputs are incompatible",
    help: "make the shapes compatible",
    fixes: &[Applicability::Unsafe],
    source: include_str!("incompatible_shapes.md"),
    own: None,
};
