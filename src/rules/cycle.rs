use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR102",
    name: "cycle",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "nodes depend on each other in a cycle",
    help: "break the cycle: let one of these nodes read another value",
    fixes: &[],
    source: include_str!("cycle.md"),
    own: None,
};
