use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SH202",
    name: "symbol-conflict",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "a symbol stands for two different sizes",
    help: "use a separate symbol for one of the two dimensions",
    fixes: &[],
    source: include_str!("symbol_conflict.md"),
    own: None,
};
