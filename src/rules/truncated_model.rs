use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM002",
    name: "truncated-model",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "the file ends inside a field or an element",
    help: "get the complete file; a download or copy was probably interrupted",
    fixes: &[],
    source: include_str!("truncated_model.md"),
    own: None,
};
