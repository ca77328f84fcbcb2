use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM010",
    name: "malformed-record",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a record of the file is malformed",
    help: "export the model again, or correct the record",
    source: include_str!("malformed_record.md"),
};
