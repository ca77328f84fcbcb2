use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR102",
    name: "cycle",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "nodes depend on each other in a cycle",
    help: "break the cycle: let one of these nodes read another value",
    source: include_str!("cycle.md"),
};
