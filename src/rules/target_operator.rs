use super::{Category, Rule};
use crate::analyze::advice::{LintContext, reductions};
use crate::diagnostic::Level;
use crate::ops::reduce::runtimes::Effect;

/// See the page.
pub static RULE: Rule = Rule {
    code: "PO202",
    name: "target-operator",
    category: Category::Portability,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "a target was seen to refuse such a node",
    help: "write the node in a form that every target takes",
    page: include_str!("target_operator.md"),
};

/// Looks for nodes that a target refuses.
pub(crate) fn check(whole: &LintContext<'_>) {
    reductions(whole, &RULE, Effect::RefusesNode);
}
