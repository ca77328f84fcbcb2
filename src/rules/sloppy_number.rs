use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM026",
    name: "sloppy-number",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::ToolsDisagree,
    openvino: LevelReason::ToolsDisagree,
    summary: "a number is in a form that OpenVINO reads but no writer emits",
    help: "write the plain number",
    fixes: &[],
    source: include_str!("sloppy_number.md"),
    own: None,
};
