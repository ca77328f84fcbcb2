use super::{Category, Rule};
use crate::diagnostic::Level;

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR102",
    name: "cycle",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "nodes depend on each other in a circle",
    help: "break the cycle: one of these nodes must read another value",
    source: include_str!("cycle.md"),
};
