use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP112",
    name: "wrong-output-count",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a node has too few or too many outputs",
    help: "list as many outputs as the operator has",
    source: include_str!("wrong_output_count.md"),
};
