use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM007",
    name: "foreign-format",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the file is in another format",
    help: "convert the file to ONNX or OpenVINO IR",
    source: include_str!("foreign_format.md"),
};
