use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP117",
    name: "unusual-attribute-form",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Unintended,
    openvino: LevelReason::Unintended,
    summary: "an attribute is in a form that OpenVINO reads but no writer emits",
    help: "write the value in its usual form",
    fixes: &[],
    source: include_str!("unusual_attribute_form.md"),
    own: None,
};
