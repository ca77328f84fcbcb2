use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR120",
    name: "bodies-too-deep",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "subgraphs are nested more deeply than protobuf can read",
    help: "move the inner subgraphs to functions",
    fixes: &[],
    source: include_str!("bodies_too_deep.md"),
    own: None,
};
