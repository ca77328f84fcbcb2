use super::{Category, Rule};
use crate::diagnostic::Level;

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM016",
    name: "invalid-opset-version",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "an operator set version is not a version",
    help: "import a version from 1 on",
    source: include_str!("invalid_opset_version.md"),
};
