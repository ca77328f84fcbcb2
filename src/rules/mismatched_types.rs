use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "TY102",
    name: "mismatched-types",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "inputs that must have the same type have different types",
    help: "convert one of the inputs to the type of the other",
    source: include_str!("mismatched_types.md"),
};
