use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM010",
    name: "malformed-record",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "a record of the file is malformed",
    help: "export the model again, or correct the record",
    fixes: &[],
    source: include_str!("malformed_record.md"),
    own: None,
};
