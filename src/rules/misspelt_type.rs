use super::{Category, Rule};
use crate::diagnostic::Level;

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM023",
    name: "misspelt-type",
    category: Category::Portability,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "a layer type is not spelled as OpenVINO writes it",
    page: include_str!("misspelt_type.md"),
};
