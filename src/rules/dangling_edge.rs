use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR116",
    name: "dangling-edge",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "an edge refers to a layer or port that does not exist",
    help: "connect the edge to an existing port, or remove it",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("dangling_edge.md"),
    own: None,
};
