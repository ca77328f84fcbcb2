//! See the page of `unused-input`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::ids::GraphId;
use crate::rules::unused_input::RULE;

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
