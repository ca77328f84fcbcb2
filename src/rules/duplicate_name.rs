use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR103",
    name: "duplicate-name",
    category: Category::Suspicious,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "two nodes have the same name",
    help: "rename one of the nodes",
    source: include_str!("duplicate_name.md"),
};
