use super::{Category, Rule};
use crate::diagnostic::Level;

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP160",
    name: "runtime-operator",
    category: Category::Portability,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "ONNX has no such operator at this version, ONNX Runtime has",
    help: "export the model without the optimizations of one runtime, or import a newer operator set",
    source: include_str!("runtime_operator.md"),
};
