use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM023",
    name: "unusual-spelling",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "a name is not spelled as OpenVINO writes it",
    help: "write the name as OpenVINO writes it",
    source: include_str!("unusual_spelling.md"),
};
