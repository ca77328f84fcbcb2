use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM009",
    name: "trailing-bytes",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Unintended,
    openvino: LevelReason::Unintended,
    summary: "bytes follow the end of the model",
    help: "remove what follows the model",
    fixes: &[],
    source: include_str!("trailing_bytes.md"),
    own: None,
};
