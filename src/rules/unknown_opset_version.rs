use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM015",
    name: "unknown-opset-version",
    category: Category::Portability,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "an operator set is newer than the newest known one",
    help: "check with a newer release, or import an older operator set",
    source: include_str!("unknown_opset_version.md"),
};
