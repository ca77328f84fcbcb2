use super::{Category, Rule};
use crate::analyze::advice::LintContext;
use crate::diagnostic::{Diagnostic, Level};
use crate::graph::GraphId;

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU103",
    name: "unused-input",
    category: Category::Suspicious,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "nothing reads an input of the graph",
    help: "remove the input, or use it where it was meant to be used",
    page: include_str!("unused_input.md"),
};

/// Looks for inputs without readers.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let computes = |graph: &GraphId| !model.graph(*graph).outputs.is_empty();
    // A node with an error may have been meant to read it.
    let Some(main) = model.main_graph().filter(computes).filter(|_| !whole.has_errors()) else { return };
    for &value in &model.graph(main).inputs {
        if whole.uses().is_used(value) || !whole.is_fed(value) {
            continue;
        }
        let name = model.value_name(value);
        let finding = Diagnostic::new(&RULE, whole.value_place(value), format!("nothing reads input `{name}`"));
        whole.report(finding.data("name", name));
    }
}
