use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM030",
    name: "oversized-constant",
    category: Category::Suspicious,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "a constant has more bytes than its shape requires",
    help: "write the size that the shape requires",
    source: include_str!("oversized_constant.md"),
};
