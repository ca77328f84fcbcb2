use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM017",
    name: "duplicate-metadata-key",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "a metadata key occurs more than once",
    help: "keep one of the entries",
    fixes: &[],
    source: include_str!("duplicate_metadata_key.md"),
    own: None,
};
