use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR119",
    name: "unpaired-variable",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "a variable is written but never read",
    help: "add a ReadValue of the same variable",
    fixes: &[],
    source: include_str!("unpaired_variable.md"),
    own: None,
};
