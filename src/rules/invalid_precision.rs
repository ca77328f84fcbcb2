use super::{Category, Rule};
use crate::diagnostic::Level;

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM024",
    name: "invalid-precision",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "a port's precision is missing or is none that OpenVINO knows",
    help: "write a precision that OpenVINO knows, as FP32 or I64",
    source: include_str!("invalid_precision.md"),
};
