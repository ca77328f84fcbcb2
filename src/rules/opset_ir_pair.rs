use super::{Category, Rule};
use crate::fix_edit::Applicability;
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "PO101",
    name: "opset-ir-pair",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "the operator set is newer than the file's IR version",
    help: "use the IR version that was released with the operator set, or a later one",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("opset_ir_pair.md"),
    own: None,
};
