use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FN102",
    name: "undeclared-parameter",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "an attribute refers to a parameter that its function does not declare",
    help: "declare the parameter among the function's attributes",
    fixes: &[],
    source: include_str!("undeclared_parameter.md"),
    own: None,
};
