use super::{Category, Rule};
use crate::analyze::advice::LintContext;
use crate::diagnostic::{Diagnostic, Level};
use crate::graph::NodeId;

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU107",
    name: "random-operator",
    category: Category::Suspicious,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "a node draws random numbers, so runs differ",
    help: "draw the numbers outside and make them an input, if runs should be repeatable",
    page: include_str!("random_operator.md"),
};

/// Looks for operators that draw.
pub(crate) fn check(whole: &LintContext<'_>) {
    let random: Vec<bool> = whole.definitions().iter().map(|def| def.is_some_and(|def| def.nondeterministic)).collect();
    let draws = |node: &NodeId| random[whole.model.node(*node).op.index()];
    let found: Vec<NodeId> = whole.nodes().filter(draws).collect();
    for node in found {
        let message = format!("{} draws random numbers", whole.model.describe(node));
        let place = whole.place(node);
        whole.report(Diagnostic::new(&RULE, place, message));
    }
}
