use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM017",
    name: "duplicate-metadata-key",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a metadata key occurs more than once",
    help: "keep one of the entries",
    source: include_str!("duplicate_metadata_key.md"),
};
