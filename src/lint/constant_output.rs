//! See the page of `constant-output`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::graph::GraphOutput;
use crate::rules::constant_output::RULE;

/// Reports outputs whose value is known before the model runs.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let (Some(main), Some(estimate)) = (model.main_graph(), whole.estimate()) else { return };
    let known = |output: &&GraphOutput| output.operand.value().is_some_and(|value| estimate.known[value.index()]);
    let mut found = model.graph(main).outputs.iter().filter(known).filter_map(|output| output.operand.value());
    let Some(first) = found.next() else { return };
    let name = model.value_name(first);
    let message = match found.count() {
        0 => format!("output `{name}` has the same value in every run"),
        more => format!("output `{name}` and {more} more have the same value in every run"),
    };
    whole.report(Diagnostic::new(&RULE, whole.value_place(first), message).data("name", name));
}
