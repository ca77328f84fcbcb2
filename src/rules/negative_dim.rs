use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SH203",
    name: "negative-dim",
    category: Category::Correctness,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "a declared dimension is negative",
    help: "leave an unknown dimension without a value, or use a symbol",
    source: include_str!("negative_dim.md"),
};
