use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM006",
    name: "unsafe-weights-path",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "external data is outside the model's directory or behind a link",
    help: "keep external data inside the model's directory",
    fixes: &[],
    source: include_str!("unsafe_weights_path.md"),
    own: None,
};
