use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP108",
    name: "too-many-axes",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "there are more axes than dimensions, so at least one is repeated or out of range",
    help: "provide at most as many axes as there are dimensions",
    fixes: &[],
    source: include_str!("too_many_axes.md"),
    own: None,
};
