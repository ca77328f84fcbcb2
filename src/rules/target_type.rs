use super::{Category, Rule};
use crate::analyze::advice::{LintContext, reductions};
use crate::diagnostic::Level;
use crate::ops::reduce::runtimes::Effect;

/// See the page.
pub static RULE: Rule = Rule {
    code: "PO203",
    name: "target-type",
    category: Category::Portability,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "a target does not support the element type at this node",
    help: "convert the data to a type that every target accepts",
    source: include_str!("target_type.md"),
};

/// Reports nodes whose element type a target rejects.
pub(crate) fn check(whole: &LintContext<'_>) {
    reductions(whole, &RULE, Effect::RefusesType);
}
