use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM035",
    name: "wrong-opset-import",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "several nodes are written for another version of an operator set than the one imported",
    help: "import the version of the operator set that fits all nodes",
    fixes: &[Applicability::Unsafe],
    source: include_str!("wrong_opset_import.md"),
    own: None,
};
