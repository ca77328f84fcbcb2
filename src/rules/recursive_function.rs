use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR118",
    name: "recursive-function",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a function calls itself, directly or through other functions",
    help: "remove the recursion; a function must not call itself",
    source: include_str!("recursive_function.md"),
};
