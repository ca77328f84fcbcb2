use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM026",
    name: "sloppy-number",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "a number is in a form that OpenVINO reads but no writer emits",
    help: "write the plain number",
    source: include_str!("sloppy_number.md"),
};
