use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM013",
    name: "missing-opset-import",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "the operator set of a node's domain is not imported",
    help: "add the domain to `opset_import`",
    source: include_str!("missing_opset_import.md"),
};
