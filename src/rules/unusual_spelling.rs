use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM023",
    name: "unusual-spelling",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::ToolsDisagree,
    openvino: LevelReason::ToolsDisagree,
    summary: "a name is not spelled as OpenVINO writes it",
    help: "write the name as OpenVINO writes it",
    fixes: &[Applicability::Safe],
    source: include_str!("unusual_spelling.md"),
    own: None,
};
