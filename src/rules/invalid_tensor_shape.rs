use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "TN101",
    name: "invalid-tensor-shape",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "the dimensions of a tensor are invalid",
    help: "use dimensions of at least 0, whose product fits in 64 bits",
    fixes: &[Applicability::Safe],
    source: include_str!("invalid_tensor_shape.md"),
    own: None,
};
