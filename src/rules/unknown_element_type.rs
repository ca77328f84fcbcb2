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
    help: "set the element type to a known one, such as 1 for float or 7 for int64",
    fixes: &[],
    source: include_str!("unknown_element_type.md"),
    own: None,
};
