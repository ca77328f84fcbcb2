use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU001",
    name: "unused-suppression",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Unintended,
    openvino: LevelReason::Unintended,
    summary: "a suppression in the file matches no finding",
    help: "remove the suppression",
    fixes: &[],
    source: include_str!("unused_suppression.md"),
    own: None,
};
