use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "TN104",
    name: "wrong-tensor-length",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "a tensor has more or less data than its shape requires",
    help: "write as many elements as `dims` requires",
    fixes: &[Applicability::Unsafe],
    source: include_str!("wrong_tensor_length.md"),
    own: None,
};
