use super::{Category, Rule};
use crate::analyze::advice::LintContext;
use crate::diagnostic::{Diagnostic, Level};
use crate::graph::{Place, ValueRole};

/// See the page.
pub static RULE: Rule = Rule {
    code: "PF104",
    name: "overridable-initializer",
    category: Category::Performance,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "an initializer is a graph input too, so it is no constant",
    help: "remove the input, unless callers are meant to replace the weights",
    page: include_str!("overridable_initializer.md"),
};

/// Counts inputs of the main graph with a default.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let Some(main) = model.main_graph() else { return };
    let inputs = &model.graph(main).inputs;
    let mut found = inputs.iter().filter(|&&v| matches!(model.value(v).role, ValueRole::Input { default: Some(_) }));
    // Before version 4 every initializer was an input, and still a constant.
    let (Some(&first), true) = (found.next(), model.ir_version().is_some_and(|version| version >= 4)) else { return };
    let name = model.value_name(first);
    let message = match found.count() {
        0 => format!("initializer `{name}` is a graph input too, so callers may replace it"),
        more => format!("initializer `{name}` and {more} more are graph inputs too, so callers may replace them"),
    };
    let finding = Diagnostic::new(&RULE, Place::value(main, first), message).data("name", name);
    whole.report(finding.note("ONNX Runtime does not fold or fuse what depends on them"));
}
