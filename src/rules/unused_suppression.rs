use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU001",
    name: "unused-suppression",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "a suppression in the file matches no finding",
    help: "remove the suppression",
    source: include_str!("unused_suppression.md"),
};
