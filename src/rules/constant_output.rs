use super::{Category, Rule};
use crate::analyze::advice::Whole;
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
pub(crate) fn check(whole: &Whole<'_>) {
    let model = whole.model;
    let (Some(main), Some(estimate)) = (model.main_graph(), whole.estimate()) else { return };
    let known = |output: &&GraphOutput| output.operand.value().is_some_and(|value| estimate.known[value.index()]);
    let found: Vec<_> = model.graph(main).outputs.iter().filter(known).filter_map(|o| o.operand.value()).collect();
    for value in found {
        let name = model.value_name(value);
        let message = format!("output `{name}` is the same in every run");
        let finding = Diagnostic::new(&RULE, whole.value_place(value), message);
        whole.report(finding.data("name", name));
    }
}
