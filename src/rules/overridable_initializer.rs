use super::{Category, Rule};
use crate::fix_edit::Applicability;
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "PF104",
    name: "overridable-initializer",
    category: Category::Performance,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "an initializer is also a graph input, so it is not a constant",
    help: "remove the input, unless callers are meant to override the weights",
    fixes: &[Applicability::Unsafe],
    source: include_str!("overridable_initializer.md"),
    own: None,
};
