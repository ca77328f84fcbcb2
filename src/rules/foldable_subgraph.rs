use super::{Category, Rule};
use crate::rule::{Level, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "PF101",
    name: "foldable-subgraph",
    category: Category::Performance,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "nodes can be computed before the model runs",
    help: "run `shapewright fold --max-bytes 1024`",
    source: include_str!("foldable_subgraph.md"),
};
