use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM016",
    name: "invalid-opset-version",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "an operator set version is below 1, or does not fit in 32 bits",
    help: "import a version of at least 1",
    fixes: &[Applicability::Unsafe],
    source: include_str!("invalid_opset_version.md"),
    own: None,
};
