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
    help: "remove the input, or use it where it was intended",
    source: include_str!("unused_input.md"),
};

/// Reports inputs that nothing reads.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let computes = |graph: &GraphId| !model.graph(*graph).outputs.is_empty();
    // In a model with errors, a faulty node may be the intended reader.
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
