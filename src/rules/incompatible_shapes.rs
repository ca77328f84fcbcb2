use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP201",
    name: "incompatible-shapes",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the shapes of the inputs are incompatible",
    help: "make the shapes compatible",
    source: include_str!("incompatible_shapes.md"),
};
