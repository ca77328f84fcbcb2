use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "TN102",
    name: "unknown-element-type",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the element type of a tensor or a declaration is unknown",
    help: "use a known element type",
    source: include_str!("unknown_element_type.md"),
};
