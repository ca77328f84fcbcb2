use super::{Category, Rule};
use crate::rule::{LevelReason, Lifecycle};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU102",
    name: "baked-batch-size",
    category: Category::Suspicious,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::Unintended,
    openvino: LevelReason::Unintended,
    summary: "a reshape to a fixed shape leaves only one valid size for an open dimension",
    help: "use -1 for the dimension that varies, or declare the only size that works",
    fixes: &[],
    source: include_str!("baked_batch_size.md"),
    own: None,
};
