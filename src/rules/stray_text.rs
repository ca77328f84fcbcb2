use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM020",
    name: "stray-text",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::ToolsDisagree,
    openvino: LevelReason::ToolsDisagree,
    summary: "text or an element is in a position that OpenVINO skips",
    help: "remove the text or element",
    fixes: &[],
    source: include_str!("stray_text.md"),
    own: None,
};
