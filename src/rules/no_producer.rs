use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "ST103",
    name: "no-producer",
    category: Category::Style,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "the model does not name its producer",
    help: "make the exporter write producer_name and producer_version",
    fixes: &[],
    source: include_str!("no_producer.md"),
    own: None,
};
