use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP103",
    name: "duplicate-axis",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "an axis is listed more than once",
    help: "remove the repeated axis",
    source: include_str!("duplicate_axis.md"),
};
