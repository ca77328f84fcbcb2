use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU107",
    name: "random-operator",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "a node generates random numbers, so runs differ",
    help: "generate the numbers outside the model and make them an input, if runs must be repeatable",
    fixes: &[],
    source: include_str!("random_operator.md"),
    own: None,
};
