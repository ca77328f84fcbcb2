use crate::rule::{Category, Level, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM027",
    name: "missing-xml-attribute",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: Level::Error,
    openvino: Level::Error,
    summary: "an XML element lacks a required attribute",
    help: "add the attribute",
    source: include_str!("missing_xml_attribute.md"),
};
