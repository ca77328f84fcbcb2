use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU106",
    name: "training-mode",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Unintended,
    openvino: LevelReason::Unintended,
    summary: "a node behaves as in training",
    help: "export the model for inference (eval mode)",
    fixes: &[],
    source: include_str!("training_mode.md"),
    own: None,
};
