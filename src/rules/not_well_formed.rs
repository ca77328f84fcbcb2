use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM021",
    name: "not-well-formed",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::ToolsDisagree,
    openvino: LevelReason::ToolsDisagree,
    summary: "the XML breaks a rule that OpenVINO's parser does not enforce",
    help: "write well-formed XML; other readers reject the file",
    fixes: &[],
    source: include_str!("not_well_formed.md"),
    own: None,
};
