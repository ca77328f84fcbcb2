use crate::rule::Level;
use crate::rule::{Category, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM029",
    name: "duplicate-port-id",
    category: Category::Correctness,
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "two ports of a layer have the same id",
    help: "give each port of the layer a unique id",
    source: include_str!("duplicate_port_id.md"),
};
