use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP102",
    name: "axis-out-of-range",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "an axis is outside [-rank, rank-1]",
    help: "use an axis within the range",
    fixes: &[Applicability::Unsafe],
    source: include_str!("axis_out_of_range.md"),
    own: None,
};
