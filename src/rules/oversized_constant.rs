use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM030",
    name: "oversized-constant",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "a constant has more bytes than its shape requires",
    help: "write the size that the shape requires",
    source: include_str!("oversized_constant.md"),
};
