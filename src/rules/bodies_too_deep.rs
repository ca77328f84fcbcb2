use super::{Category, Rule};
use crate::diagnostic::Level;

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR120",
    name: "bodies-too-deep",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "bodies within bodies nest deeper than protobuf reads",
    help: "make functions of the inner bodies",
    source: include_str!("bodies_too_deep.md"),
};
