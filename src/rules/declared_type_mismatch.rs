use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "TY103",
    name: "declared-type-mismatch",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the declared element type differs from the inferred one",
    help: "declare the inferred element type",
    source: include_str!("declared_type_mismatch.md"),
};
