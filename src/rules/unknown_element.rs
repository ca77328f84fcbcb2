use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM031",
    name: "unknown-element",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::ToolsDisagree,
    openvino: LevelReason::ToolsDisagree,
    summary: "an XML element that IR does not define is ignored",
    help: "remove the element",
    fixes: &[],
    source: include_str!("unknown_element.md"),
    own: None,
};
