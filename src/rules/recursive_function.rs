use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR118",
    name: "recursive-function",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "a function calls itself, directly or through other functions",
    help: "remove the recursion; a function must not call itself",
    fixes: &[],
    source: include_str!("recursive_function.md"),
    own: None,
};
