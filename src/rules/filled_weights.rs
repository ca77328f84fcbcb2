use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU110",
    name: "filled-weights",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "all elements of a large constant are equal",
    help: "store one element, and broadcast it, implicitly or with Expand",
    fixes: &[],
    source: include_str!("filled_weights.md"),
    own: None,
};
