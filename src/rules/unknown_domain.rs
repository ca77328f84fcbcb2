use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "OP116",
    name: "unknown-domain",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "the operator's domain or opset is unknown",
    help: "declare the types of its outputs, so that what follows can be checked",
    fixes: &[],
    source: include_str!("unknown_domain.md"),
    own: None,
};
