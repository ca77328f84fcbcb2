use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "TN102",
    name: "unknown-element-type",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "the element type of a tensor or a declaration is unknown",
    help: "use a known element type",
    source: include_str!("unknown_element_type.md"),
};
