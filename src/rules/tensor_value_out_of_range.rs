use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "TN105",
    name: "tensor-value-out-of-range",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "an element does not fit the type of its tensor",
    help: "write elements that the type can represent, or use a wider type",
    fixes: &[],
    source: include_str!("tensor_value_out_of_range.md"),
    own: None,
};
