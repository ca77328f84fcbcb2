use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "PF101",
    name: "foldable-subgraph",
    category: Category::Performance,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "nodes can be computed before the model runs",
    help: "run `shapewright fold --max-bytes 1024`",
    fixes: &[],
    source: include_str!("foldable_subgraph.md"),
    own: None,
};
