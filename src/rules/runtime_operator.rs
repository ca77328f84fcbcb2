use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP160",
    name: "runtime-operator",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::ToolsDisagree,
    openvino: LevelReason::ToolsDisagree,
    summary: "the operator is not in this ONNX operator set; ONNX Runtime adds it",
    help: "export the model without runtime-specific optimizations, or import a newer operator set",
    fixes: &[],
    source: include_str!("runtime_operator.md"),
    own: None,
};
