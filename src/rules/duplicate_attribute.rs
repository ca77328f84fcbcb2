use super::{Category, Rule};
use crate::diagnostic::Level;

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP111",
    name: "duplicate-attribute",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Warning,
    summary: "an attribute is given more than once",
    help: "keep one of them",
    source: include_str!("duplicate_attribute.md"),
};
