use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM004",
    name: "missing-weights",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "a weights file is missing, so constants in it have no value",
    help: "put the weights file next to the model",
    source: include_str!("missing_weights.md"),
};
