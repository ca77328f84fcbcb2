use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM030",
    name: "oversized-constant",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Unintended,
    openvino: LevelReason::Unintended,
    summary: "a constant has more bytes than its shape requires",
    help: "write the size that the shape requires",
    fixes: &[Applicability::Unsafe],
    source: include_str!("oversized_constant.md"),
    own: None,
};
