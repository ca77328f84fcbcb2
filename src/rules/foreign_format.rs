use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM007",
    name: "foreign-format",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "the file is in another format",
    help: "convert the file to ONNX or OpenVINO IR",
    fixes: &[],
    source: include_str!("foreign_format.md"),
    own: None,
};
