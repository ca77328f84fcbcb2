use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM051",
    name: "missing-text-header",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "the text does not name its IR version and operator sets",
    help: "begin the text with `<ir_version: ..., opset_import: [...]>`",
    fixes: &[],
    source: include_str!("missing_text_header.md"),
    own: None,
};
