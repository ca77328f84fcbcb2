use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM050",
    name: "syntax-error",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "the text does not follow the syntax",
    help: "correct the text at this location",
    fixes: &[],
    source: include_str!("syntax_error.md"),
    own: None,
};
