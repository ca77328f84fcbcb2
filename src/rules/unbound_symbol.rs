use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU108",
    name: "unbound-symbol",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "an output declares a known size with a symbol that no input has",
    help: "declare the name or number of the inferred size",
    fixes: &[],
    source: include_str!("unbound_symbol.md"),
    own: None,
};
