use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP108",
    name: "too-many-axes",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "there are more axes than dimensions, so at least one is repeated or out of range",
    help: "provide at most as many axes as there are dimensions",
    source: include_str!("too_many_axes.md"),
};
