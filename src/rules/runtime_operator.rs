use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP160",
    name: "runtime-operator",
    category: Category::Portability,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "the operator is not in this ONNX operator set; ONNX Runtime adds it",
    help: "export the model without runtime-specific optimizations, or import a newer operator set",
    source: include_str!("runtime_operator.md"),
};
