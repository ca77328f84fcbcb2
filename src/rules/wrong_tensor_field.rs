use crate::rule::{Category, LevelReason, Lifecycle, Rule};

/// See the page.
pub static RULE: Rule = Rule {
    code: "TN103",
    name: "wrong-tensor-field",
    category: Category::Correctness,
    lifecycle: Lifecycle::Stable { since: "0.1.0" },
    onnx: LevelReason::DoesNotRun,
    openvino: LevelReason::DoesNotRun,
    summary: "the data of a tensor is in a field that its type does not use",
    help: "use the field of the type, or `raw_data`",
    fixes: &[],
    source: include_str!("wrong_tensor_field.md"),
    own: None,
};
