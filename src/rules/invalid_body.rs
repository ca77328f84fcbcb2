use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP204",
    name: "invalid-body",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a body or subgraph does not match the operator that runs it",
    help: "connect the body as its operator requires",
    source: include_str!("invalid_body.md"),
};
