use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU109",
    name: "symbols-are-equal",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "two symbols must be equal in every run",
    help: "use the same symbol for both dimensions",
    fixes: &[],
    source: include_str!("symbols_are_equal.md"),
    own: None,
};
