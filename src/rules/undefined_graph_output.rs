use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR107",
    name: "undefined-graph-output",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "nothing produces a graph output",
    help: "add the node that produces it, or remove the output",
    fixes: &[Applicability::Unsafe],
    source: include_str!("undefined_graph_output.md"),
    own: None,
};
