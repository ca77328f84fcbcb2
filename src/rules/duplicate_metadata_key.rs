use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM017",
    name: "duplicate-metadata-key",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a metadata key occurs more than once",
    help: "keep one of the entries",
    source: include_str!("duplicate_metadata_key.md"),
};
