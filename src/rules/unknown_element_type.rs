use super::{Category, Rule};
use crate::diagnostic::Level;

/// See the page.
pub static RULE: Rule = Rule {
    code: "TN102",
    name: "unknown-element-type",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a tensor or a type gives no element type that is known",
    help: "use an element type that is known",
    source: include_str!("unknown_element_type.md"),
};
