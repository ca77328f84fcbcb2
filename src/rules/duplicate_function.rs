use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FN101",
    name: "duplicate-function",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "two functions have the same domain, name and overload",
    help: "give one of them another name or overload",
    source: include_str!("duplicate_function.md"),
};
