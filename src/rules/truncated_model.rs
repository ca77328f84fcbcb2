use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM002",
    name: "truncated-model",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the file ends inside a field or an element",
    help: "get the complete file; a download or copy was probably interrupted",
    source: include_str!("truncated_model.md"),
};
