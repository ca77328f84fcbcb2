use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM006",
    name: "unsafe-weights-path",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "external data is outside the model's directory or behind a link",
    help: "keep external data inside the model's directory",
    source: include_str!("unsafe_weights_path.md"),
};
