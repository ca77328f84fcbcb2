use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FN102",
    name: "undeclared-parameter",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "an attribute refers to a parameter that its function does not declare",
    help: "declare the parameter among the function's attributes",
    source: include_str!("undeclared_parameter.md"),
};
