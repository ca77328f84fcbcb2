use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM004",
    name: "missing-weights",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "a weights file is missing, so constants in it have no value",
    help: "put the weights file next to the model",
    fixes: &[],
    source: include_str!("missing_weights.md"),
    own: None,
};
