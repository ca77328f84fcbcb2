use super::{Category, Rule};
use crate::fix_edit::Applicability;
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "PF103",
    name: "no-op-node",
    category: Category::Performance,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "a node passes its input through unchanged",
    help: "connect the readers of its output to its input, and remove the node",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("no_op_node.md"),
    own: None,
};
