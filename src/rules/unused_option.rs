use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM060",
    name: "unused-option",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "an option names an input or a symbol that the model does not have",
    help: "correct the name in the option",
    source: include_str!("unused_option.md"),
};
