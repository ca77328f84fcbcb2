use super::{Category, Rule};
use crate::diagnostic::Level;

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM030",
    name: "oversized-constant",
    category: Category::Suspicious,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "a constant claims more bytes than its shape needs",
    help: "write the size that the shape needs",
    source: include_str!("oversized_constant.md"),
};
