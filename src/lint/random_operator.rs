//! See the page of `random-operator`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::ids::NodeId;
use crate::rules::random_operator::RULE;

/// Reports nodes whose operator generates random numbers.
pub(crate) fn check(whole: &LintContext<'_>) {
    let random: Vec<bool> = whole.definitions().iter().map(|def| def.is_some_and(|def| def.nondeterministic)).collect();
    let draws = |node: &NodeId| random[whole.model.node(*node).op.index()];
    let found: Vec<NodeId> = whole.nodes().filter(draws).collect();
    for node in found {
        let message = format!("{} generates random numbers", whole.model.describe(node));
        let place = whole.place(node);
        whole.report(Diagnostic::new(&RULE, place, message));
    }
}
