use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM050",
    name: "syntax-error",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the text does not follow the syntax",
    help: "correct the text at this location",
    source: include_str!("syntax_error.md"),
};
