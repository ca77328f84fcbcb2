use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SH901",
    name: "unknown-shape",
    category: Category::Style,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "a rank or dimension becomes unknown at this node",
    help: "declare the shape in the file, or set the shapes of the inputs that it depends on",
    fixes: &[],
    source: include_str!("unknown_shape.md"),
    own: None,
};
