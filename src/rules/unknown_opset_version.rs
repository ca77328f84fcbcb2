use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM015",
    name: "unknown-opset-version",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::ToolsDisagree,
    openvino: LevelReason::ToolsDisagree,
    summary: "an operator set is newer than the newest known one",
    help: "check with a newer release, or import an older operator set",
    fixes: &[],
    source: include_str!("unknown_opset_version.md"),
    own: None,
};
