use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU101",
    name: "nan-weights",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Unintended,
    openvino: LevelReason::Unintended,
    summary: "weights contain NaN, or infinities among other numbers",
    help: "train or convert the model again; NaN propagates to what depends on it",
    fixes: &[],
    source: include_str!("nan_weights.md"),
    own: None,
};
