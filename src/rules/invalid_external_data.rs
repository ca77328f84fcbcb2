use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM019",
    name: "invalid-external-data",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "an entry in the `external_data` of a tensor is invalid",
    help: "correct the entry in `external_data`",
    fixes: &[],
    source: include_str!("invalid_external_data.md"),
    own: None,
};
