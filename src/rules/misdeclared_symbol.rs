use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU111",
    name: "misdeclared-symbol",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Unintended,
    openvino: LevelReason::Unintended,
    summary: "an output dimension differs from its declared symbol unless a size is 0",
    help: "declare the inferred size, or use a new symbol",
    fixes: &[],
    source: include_str!("misdeclared_symbol.md"),
    own: None,
};
