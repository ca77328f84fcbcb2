use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP100",
    name: "unknown-operator",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the operator is in no known operator set",
    help: "correct the name, or put a custom operator in its own domain",
    source: include_str!("unknown_operator.md"),
};
