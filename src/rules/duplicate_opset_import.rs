use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM014",
    name: "duplicate-opset-import",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "an operator set is imported more than once",
    help: "keep one of the imports",
    source: include_str!("duplicate_opset_import.md"),
};
