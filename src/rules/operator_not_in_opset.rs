use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP113",
    name: "operator-not-in-opset",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the operator exists, but not in the operator set in use",
    help: "use an operator set that contains the operator",
    source: include_str!("operator_not_in_opset.md"),
};
