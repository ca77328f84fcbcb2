use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM060",
    name: "unused-option",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Unintended,
    openvino: LevelReason::Unintended,
    summary: "an option names an input or a symbol that the model does not have",
    help: "correct the name in the option",
    fixes: &[],
    source: include_str!("unused_option.md"),
    own: None,
};
