use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR106",
    name: "missing-graph-output",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "a graph has no outputs",
    help: "list the values that the model computes as graph outputs",
    fixes: &[],
    source: include_str!("missing_graph_output.md"),
    own: None,
};
