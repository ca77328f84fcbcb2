use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "TY104",
    name: "recorded-input-mismatch",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the type recorded on an input differs from the type of its value",
    help: "record the type of the value",
    source: include_str!("recorded_input_mismatch.md"),
};
