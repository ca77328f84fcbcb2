use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP100",
    name: "unknown-operator",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the operator is in no known operator set",
    help: "correct the name, or put a custom operator in its own domain",
    source: include_str!("unknown_operator.md"),
};
