use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "TN107",
    name: "invalid-sparse-tensor",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "the parts of a sparse tensor do not match",
    help: "correct the values, the indices or the dimensions of the sparse tensor",
    fixes: &[],
    source: include_str!("invalid_sparse_tensor.md"),
    own: None,
};
