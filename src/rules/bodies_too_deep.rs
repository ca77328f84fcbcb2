use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "GR120",
    name: "bodies-too-deep",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "subgraphs are nested more deeply than protobuf can read",
    help: "move the inner subgraphs to functions",
    source: include_str!("bodies_too_deep.md"),
};
