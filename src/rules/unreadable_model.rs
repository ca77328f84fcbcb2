use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM001",
    name: "unreadable-model",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the file is not a readable model",
    help: "export or download the file again",
    source: include_str!("unreadable_model.md"),
};
