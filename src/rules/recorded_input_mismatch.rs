use super::{Category, Rule};
use crate::diagnostic::Level;

/// See the page.
pub static RULE: Rule = Rule {
    code: "TY104",
    name: "recorded-input-mismatch",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "what is recorded on an input differs from what produces it",
    help: "record what produces the input",
    source: include_str!("recorded_input_mismatch.md"),
};
