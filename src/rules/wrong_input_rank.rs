use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP203",
    name: "wrong-input-rank",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "an input has a rank that the operator does not allow",
    help: "reshape the input to an allowed rank",
    source: include_str!("wrong_input_rank.md"),
};
