use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM051",
    name: "missing-text-header",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "the text does not name its IR version and operator sets",
    help: "begin the text with `<ir_version: ..., opset_import: [...]>`",
    source: include_str!("missing_text_header.md"),
};
