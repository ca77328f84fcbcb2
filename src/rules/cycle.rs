use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR102",
    name: "cycle",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "nodes depend on each other in a cycle",
    help: "break the cycle: let one of these nodes read another value",
    source: include_str!("cycle.md"),
};
