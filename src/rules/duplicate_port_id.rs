use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM029",
    name: "duplicate-port-id",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "two ports of a layer have the same id",
    help: "give each port of the layer a unique id",
    fixes: &[],
    source: include_str!("duplicate_port_id.md"),
    own: None,
};
