use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP114",
    name: "deprecated-operator",
    category: Category::Portability,
    onnx: Level::Error,
    openvino: Level::Warning,
    summary: "the operator is deprecated in the operator set in use",
    help: "use its replacement, or an older opset",
    source: include_str!("deprecated_operator.md"),
};
