use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM012",
    name: "invalid-utf8",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Warning,
    summary: "a name or text is not valid UTF-8",
    help: "write names and text in UTF-8",
    source: include_str!("invalid_utf8.md"),
};
