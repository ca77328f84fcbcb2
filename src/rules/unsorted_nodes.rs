use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR104",
    name: "unsorted-nodes",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "a node precedes the node whose output it reads",
    help: "move the node after the node whose output it reads",
    fixes: &[Applicability::Safe],
    source: include_str!("unsorted_nodes.md"),
    own: None,
};
