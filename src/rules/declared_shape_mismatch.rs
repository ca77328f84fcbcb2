use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SH201",
    name: "declared-shape-mismatch",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the declared shape contradicts the inferred one",
    help: "declare the inferred shape",
    source: include_str!("declared_shape_mismatch.md"),
};
