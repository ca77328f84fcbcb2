use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU001",
    name: "unused-suppression",
    category: Category::Suspicious,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "a suppression in the file matches no finding",
    help: "remove the suppression",
    source: include_str!("unused_suppression.md"),
};
