use super::{Category, Rule};
use crate::rule::{Level, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "PF102",
    name: "duplicate-weights",
    category: Category::Performance,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "constants have the same type, shape and bytes",
    help: "let all nodes read one of the constants, and remove the others",
    source: include_str!("duplicate_weights.md"),
};
