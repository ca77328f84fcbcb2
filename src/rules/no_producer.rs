use super::{Category, Rule};
use crate::analyze::advice::LintContext;
use crate::diagnostic::{Diagnostic, Level};
use crate::graph::{Dialect, Place};

/// See the page.
pub static RULE: Rule = Rule {
    code: "ST103",
    name: "no-producer",
    category: Category::Style,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "the model does not say what wrote it",
    help: "let the exporter write producer_name and producer_version",
    page: include_str!("no_producer.md"),
};

/// Looks for the producer.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let named = model.header().producer_name.is_some_and(|name| !model.name(name).trim().is_empty());
    if model.dialect() == Dialect::Onnx && !named {
        whole.report(Diagnostic::new(&RULE, Place::FILE, "the model does not name its producer"));
    }
}
