//! See the page of `overridable-initializer`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::graph::ValueRole;
use crate::place::Place;
use crate::rules::overridable_initializer::RULE;

/// Counts the inputs of the main graph that have a default value.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let Some(main) = model.main_graph() else { return };
    let inputs = &model.graph(main).inputs;
    let mut found = inputs.iter().filter(|&&v| matches!(model.value(v).role, ValueRole::Input { default: Some(_) }));
    // Before IR version 4, every initializer was also an input, but still a constant.
    let (Some(&first), true) = (found.next(), model.ir_version().is_some_and(|version| version >= 4)) else { return };
    let name = model.value_name(first);
    let message = match found.count() {
        0 => format!("initializer `{name}` is also a graph input, so callers may override it"),
        more => format!("initializer `{name}` and {more} more are also graph inputs, so callers may override them"),
    };
    let finding = Diagnostic::new(&RULE, Place::value(main, first), message).data("name", name);
    whole.report(finding.note("ONNX Runtime neither folds nor fuses what depends on them"));
}
