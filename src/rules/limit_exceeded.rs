use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM011",
    name: "limit-exceeded",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::NotChecked,
    openvino: LevelReason::NotChecked,
    summary: "the file exceeds a limit of the reader or of the analysis",
    help: "make the model smaller; the library can raise limits that are fields of `Limits`",
    fixes: &[],
    source: include_str!("limit_exceeded.md"),
    own: None,
};
