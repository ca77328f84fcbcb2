//! See the page of `unusual-name`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::place::{Part, Place};
use crate::rules::unusual_name::RULE;

/// Reports inputs and outputs whose names are hard to type.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let Some(main) = model.main_graph() else { return };
    let inputs = model.graph(main).inputs.iter().map(|&value| model.value(value).name);
    let outputs = model.graph(main).outputs.iter().map(|output| output.name);
    for name in inputs.chain(outputs) {
        let text = model.name(name);
        if text.chars().all(|c| c.is_ascii_graphic()) {
            continue;
        }
        let message = format!("the name {text:?} is hard to type");
        let place = Place::graph(main).part(Part::Name(name));
        whole.report(Diagnostic::new(&RULE, place, message).data("name", text));
    }
}
