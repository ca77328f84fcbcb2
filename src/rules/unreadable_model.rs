use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM001",
    name: "unreadable-model",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "the file is not a readable model",
    help: "export or download the file again",
    fixes: &[],
    source: include_str!("unreadable_model.md"),
    own: None,
};
