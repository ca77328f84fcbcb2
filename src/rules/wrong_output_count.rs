use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP112",
    name: "wrong-output-count",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "a node has too few or too many outputs",
    help: "list as many outputs as the operator has",
    fixes: &[],
    source: include_str!("wrong_output_count.md"),
    own: None,
};
