use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR119",
    name: "unpaired-variable",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a variable is written but never read",
    help: "add a ReadValue of the same variable",
    source: include_str!("unpaired_variable.md"),
};
