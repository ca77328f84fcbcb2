use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "TN106",
    name: "segmented-tensor",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "a tensor is only a segment of a larger one",
    help: "store the tensor in one piece",
    fixes: &[],
    source: include_str!("segmented_tensor.md"),
    own: None,
};
