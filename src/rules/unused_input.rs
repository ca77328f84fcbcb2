use super::{Category, Rule};
use crate::fix_edit::Applicability;
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU103",
    name: "unused-input",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "nothing reads an input of the graph",
    help: "remove the input, or use it where it was intended",
    fixes: &[Applicability::Unsafe],
    source: include_str!("unused_input.md"),
    own: None,
};
