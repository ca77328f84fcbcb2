use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM050",
    name: "syntax-error",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the text does not follow the syntax",
    help: "correct the text at this location",
    source: include_str!("syntax_error.md"),
};
