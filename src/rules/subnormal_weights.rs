use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "PF105",
    name: "subnormal-weights",
    category: Category::Performance,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "many weights are subnormal, which is slow on many processors",
    help: "replace numbers below the smallest normal number by 0",
    fixes: &[],
    source: include_str!("subnormal_weights.md"),
    own: None,
};
