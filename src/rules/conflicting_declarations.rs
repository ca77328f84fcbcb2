use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR112",
    name: "conflicting-declarations",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "two declarations of one value contradict each other",
    help: "keep one of the declarations",
    fixes: &[],
    source: include_str!("conflicting_declarations.md"),
    own: None,
};
