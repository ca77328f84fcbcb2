use crate::fix_edit::Applicability;
use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "FM027",
    name: "missing-xml-attribute",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "an XML element lacks a required attribute",
    help: "add the attribute",
    fixes: &[Applicability::Safe, Applicability::Unsafe],
    source: include_str!("missing_xml_attribute.md"),
    own: None,
};
