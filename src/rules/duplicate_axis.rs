use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP103",
    name: "duplicate-axis",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "an axis is listed more than once",
    help: "remove the repeated axis",
    source: include_str!("duplicate_axis.md"),
};
