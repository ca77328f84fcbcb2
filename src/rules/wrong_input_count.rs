use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP101",
    name: "wrong-input-count",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "a node has too few or too many inputs",
    help: "provide as many inputs as the operator takes",
    fixes: &[Applicability::Safe],
    source: include_str!("wrong_input_count.md"),
    own: None,
};
