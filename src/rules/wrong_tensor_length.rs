use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "TN104",
    name: "wrong-tensor-length",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a tensor has more or less data than its shape requires",
    help: "write as many elements as `dims` requires",
    source: include_str!("wrong_tensor_length.md"),
};
