use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM021",
    name: "not-well-formed",
    category: Category::Portability,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Note,
    openvino: Level::Warning,
    summary: "the XML breaks a rule that OpenVINO's parser does not enforce",
    help: "write well-formed XML; other readers reject the file",
    source: include_str!("not_well_formed.md"),
};
