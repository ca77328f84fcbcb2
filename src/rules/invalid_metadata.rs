use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM032",
    name: "invalid-metadata",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the metadata is in a form that OpenVINO rejects",
    help: "correct the entry, or remove it",
    source: include_str!("invalid_metadata.md"),
};
