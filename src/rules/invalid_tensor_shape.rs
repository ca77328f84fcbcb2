use super::{Category, Rule};
use crate::diagnostic::Level;

/// See the page.
pub static RULE: Rule = Rule {
    code: "TN101",
    name: "invalid-tensor-shape",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the dims of a tensor are no sizes",
    help: "write dims that are sizes: 0 and above",
    source: include_str!("invalid_tensor_shape.md"),
};
