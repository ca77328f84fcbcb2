use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM013",
    name: "missing-opset-import",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "the operator set of a node's domain is not imported",
    help: "add the domain to `opset_import`",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("missing_opset_import.md"),
    own: None,
};
