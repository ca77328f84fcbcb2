use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "ST104",
    name: "unusual-name",
    category: Category::Style,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::WorthKnowing,
    openvino: LevelReason::WorthKnowing,
    summary: "the name of an input or output contains whitespace or unusual characters",
    help: "use letters, digits and underscores in names",
    fixes: &[],
    source: include_str!("unusual_name.md"),
    own: None,
};
