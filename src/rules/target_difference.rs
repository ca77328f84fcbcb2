use super::{Category, Rule};
use crate::analyze::advice::{LintContext, reductions};
use crate::diagnostic::Level;
use crate::ops::reduce::runtimes::Effect;

/// See the page.
pub static RULE: Rule = Rule {
    code: "PO204",
    name: "target-difference",
    category: Category::Portability,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "a target was seen to give something else than others",
    help: "write the node so that all read it alike",
    page: include_str!("target_difference.md"),
};

/// Looks for nodes that a target reads otherwise.
pub(crate) fn check(whole: &LintContext<'_>) {
    reductions(whole, &RULE, Effect::Differs);
}
