use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM001",
    name: "unreadable-model",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the file is not a readable model",
    help: "export or download the file again",
    source: include_str!("unreadable_model.md"),
};
