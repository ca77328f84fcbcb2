use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "PF106",
    name: "reduction-of-one",
    category: Category::Performance,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "a reduction covers only axes of size 1",
    help: "remove the node, or reduce the intended axis",
    fixes: &[],
    source: include_str!("reduction_of_one.md"),
    own: None,
};
