use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SH301",
    name: "reduce-over-empty",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::ToolsDisagree,
    openvino: LevelReason::ToolsDisagree,
    summary: "a reduction over no elements has a result that differs between tools",
    help: "make sure that the dimension is at least 1",
    fixes: &[],
    source: include_str!("reduce_over_empty.md"),
    own: None,
};
