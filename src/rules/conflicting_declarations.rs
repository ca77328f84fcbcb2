use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR112",
    name: "conflicting-declarations",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "two declarations of one value contradict each other",
    help: "keep one of the declarations",
    source: include_str!("conflicting_declarations.md"),
};
