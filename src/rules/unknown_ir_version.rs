use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM008",
    name: "unknown-ir-version",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Warning,
    openvino: Level::Error,
    summary: "the IR version is unknown",
    help: "export the model for a known version",
    source: include_str!("unknown_ir_version.md"),
};
