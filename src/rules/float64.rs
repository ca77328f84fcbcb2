use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "PO103",
    name: "float64",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::ToolsDisagree,
    openvino: LevelReason::ToolsDisagree,
    summary: "the model computes with 64-bit floats, but a target computes with 32 bits",
    help: "convert the model to 32-bit floats, and compare the results",
    fixes: &[],
    source: include_str!("float64.md"),
    own: None,
};
