use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SH220",
    name: "broken-contract",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Expectation,
    openvino: LevelReason::Expectation,
    summary: "a value does not, or not provably, have the type and shape that the caller expects",
    help: "correct the model or the contract",
    fixes: &[],
    source: include_str!("broken_contract.md"),
    own: None,
};
