use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM032",
    name: "invalid-metadata",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the metadata is in a form that OpenVINO rejects",
    help: "correct the entry, or remove it",
    source: include_str!("invalid_metadata.md"),
};
