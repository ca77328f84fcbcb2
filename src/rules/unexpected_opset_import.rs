use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM018",
    name: "unexpected-opset-import",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Invalid,
    openvino: LevelReason::Invalid,
    summary: "a file of IR version 1 or 2 imports operator sets",
    help: "raise the IR version to 3, or remove the imports",
    fixes: &[],
    source: include_str!("unexpected_opset_import.md"),
    own: None,
};
