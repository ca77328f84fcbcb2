use super::{Category, Rule};
use crate::diagnostic::Level;

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP201",
    name: "incompatible-shapes",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the shapes of the inputs do not fit together",
    help: "make the shapes agree",
    source: include_str!("incompatible_shapes.md"),
};
