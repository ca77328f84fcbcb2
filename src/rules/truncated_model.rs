use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM002",
    name: "truncated-model",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the file ends inside a field or an element",
    help: "get the complete file; a download or copy was probably interrupted",
    source: include_str!("truncated_model.md"),
};
