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
    summary: "a target was seen to refuse the element type at such a node",
    help: "convert the data to a type that every target takes",
    page: include_str!("target_type.md"),
};

/// Looks for types that a target refuses.
pub(crate) fn check(whole: &LintContext<'_>) {
    reductions(whole, &RULE, Effect::RefusesType);
}
