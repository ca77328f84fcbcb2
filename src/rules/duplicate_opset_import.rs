use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM014",
    name: "duplicate-opset-import",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "an operator set is imported more than once",
    help: "keep one of the imports",
    fixes: &[Applicability::Safe],
    source: include_str!("duplicate_opset_import.md"),
    own: None,
};
