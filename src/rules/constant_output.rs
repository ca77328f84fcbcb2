use super::{Category, Rule};
use crate::analyze::advice::LintContext;
use crate::diagnostic::{Diagnostic, Level};
use crate::graph::GraphOutput;

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU104",
    name: "constant-output",
    category: Category::Suspicious,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "an output is the same in every run, whatever the inputs are",
    help: "remove the output, or make it depend on the inputs",
    page: include_str!("constant_output.md"),
};

/// Looks for outputs that are known.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let (Some(main), Some(estimate)) = (model.main_graph(), whole.estimate()) else { return };
    let known = |output: &&GraphOutput| output.operand.value().is_some_and(|value| estimate.known[value.index()]);
    let mut found = model.graph(main).outputs.iter().filter(known).filter_map(|output| output.operand.value());
    let Some(first) = found.next() else { return };
    let name = model.value_name(first);
    let message = match found.count() {
        0 => format!("output `{name}` is the same in every run"),
        more => format!("output `{name}` and {more} more are the same in every run"),
    };
    whole.report(Diagnostic::new(&RULE, whole.value_place(first), message).data("name", name));
}
