use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM032",
    name: "invalid-metadata",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "the metadata is in a form that OpenVINO rejects",
    help: "correct the entry, or remove it",
    fixes: &[],
    source: include_str!("invalid_metadata.md"),
    own: None,
};
