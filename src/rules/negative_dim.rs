use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SH203",
    name: "negative-dim",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::ToolsDisagree,
    openvino: LevelReason::ToolsDisagree,
    summary: "a declared dimension is negative",
    help: "leave an unknown dimension without a value, or use a symbol",
    fixes: &[],
    source: include_str!("negative_dim.md"),
    own: None,
};
