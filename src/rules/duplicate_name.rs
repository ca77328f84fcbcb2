use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR103",
    name: "duplicate-name",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Unintended,
    openvino: LevelReason::Unintended,
    summary: "two nodes have the same name",
    help: "rename one of the nodes",
    fixes: &[],
    source: include_str!("duplicate_name.md"),
    own: None,
};
