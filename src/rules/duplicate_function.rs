use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FN101",
    name: "duplicate-function",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "two functions have the same domain, name and overload",
    help: "give one of them another name or overload",
    fixes: &[],
    source: include_str!("duplicate_function.md"),
    own: None,
};
