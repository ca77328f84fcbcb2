use super::{Category, Rule};
use crate::diagnostic::Level;

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP110",
    name: "wrong-attribute-kind",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "an attribute is of another kind than its specification says",
    help: "write the attribute in the kind that its operator asks for",
    source: include_str!("wrong_attribute_kind.md"),
};
