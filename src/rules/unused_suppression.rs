use super::{Category, Rule};
use crate::diagnostic::Level;

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU001",
    name: "unused-suppression",
    category: Category::Suspicious,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "a note in the file suppresses a rule that has no finding there",
    help: "remove the note",
    source: include_str!("unused_suppression.md"),
};
