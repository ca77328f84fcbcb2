use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR130",
    name: "dangling-annotation",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Unintended,
    openvino: LevelReason::Unintended,
    summary: "an annotation refers to something that does not exist",
    help: "correct the name, or remove the annotation",
    fixes: &[],
    source: include_str!("dangling_annotation.md"),
    own: None,
};
