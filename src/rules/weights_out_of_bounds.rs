use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM005",
    name: "weights-out-of-bounds",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "a constant extends past the end of its file or is shorter than its shape requires",
    help: "correct the offset and length, or use the weights file that belongs to the model",
    fixes: &[Applicability::Safe],
    source: include_str!("weights_out_of_bounds.md"),
    own: None,
};
