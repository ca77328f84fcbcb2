use super::{Category, Rule};
use crate::rule::{Level, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU110",
    name: "filled-weights",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "all elements of a large constant are equal",
    help: "store one element, and broadcast it, implicitly or with Expand",
    source: include_str!("filled_weights.md"),
};
