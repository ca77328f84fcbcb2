use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM013",
    name: "missing-opset-import",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the operator set of a node's domain is not imported",
    help: "add the domain to `opset_import`",
    source: include_str!("missing_opset_import.md"),
};
