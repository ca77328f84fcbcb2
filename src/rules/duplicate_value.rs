use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR105",
    name: "duplicate-value",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "a value is defined more than once",
    help: "rename one of the values",
    fixes: &[],
    source: include_str!("duplicate_value.md"),
    own: None,
};
