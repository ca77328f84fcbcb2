use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP114",
    name: "deprecated-operator",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "the operator is deprecated in the operator set in use",
    help: "use its replacement, or an older opset",
    fixes: &[],
    source: include_str!("deprecated_operator.md"),
    own: None,
};
