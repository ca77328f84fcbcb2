use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR108",
    name: "initializer-not-input",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "below IR version 4, an initializer must be a graph input",
    help: "list the initializer among the graph inputs, or raise the IR version to 4",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("initializer_not_input.md"),
    own: None,
};
