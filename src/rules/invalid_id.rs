use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM028",
    name: "invalid-id",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "the id of a layer or port is not a non-negative integer",
    help: "write the id as a number",
    fixes: &[],
    source: include_str!("invalid_id.md"),
    own: None,
};
