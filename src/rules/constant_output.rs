use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU104",
    name: "constant-output",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "an output has the same value in every run, regardless of the inputs",
    help: "remove the output, or make it depend on the inputs",
    fixes: &[],
    source: include_str!("constant_output.md"),
    own: None,
};
