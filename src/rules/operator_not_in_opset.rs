use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP113",
    name: "operator-not-in-opset",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the operator exists, but not in the operator set in use",
    help: "use an operator set that contains the operator",
    source: include_str!("operator_not_in_opset.md"),
};
