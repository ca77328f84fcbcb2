use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM022",
    name: "repeated-section",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Unintended,
    openvino: LevelReason::Unintended,
    summary: "a section that may occur once is repeated, and the repetition is ignored",
    help: "merge the two sections, or remove one",
    fixes: &[],
    source: include_str!("repeated_section.md"),
    own: None,
};
