use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM012",
    name: "invalid-utf8",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::ToolsDisagree,
    summary: "a name or text is not valid UTF-8",
    help: "write names and text in UTF-8",
    fixes: &[],
    source: include_str!("invalid_utf8.md"),
    own: None,
};
