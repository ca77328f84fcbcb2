use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM020",
    name: "stray-text",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Note,
    openvino: Level::Warning,
    summary: "text or an element is in a position that OpenVINO skips",
    help: "remove the text or element",
    source: include_str!("stray_text.md"),
};
