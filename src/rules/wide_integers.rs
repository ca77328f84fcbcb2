use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "PO102",
    name: "wide-integers",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::ToolsDisagree,
    openvino: LevelReason::ToolsDisagree,
    summary: "an integer constant does not fit the 32 bits in which a target computes",
    help: "use numbers that fit, or a float type",
    fixes: &[],
    source: include_str!("wide_integers.md"),
    own: None,
};
