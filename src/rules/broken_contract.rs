use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SH220",
    name: "broken-contract",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a value does not, or not provably, have the type and shape that the caller expects",
    help: "correct the model or the contract",
    source: include_str!("broken_contract.md"),
};
