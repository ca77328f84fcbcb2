use super::{Category, Rule};
use crate::analyze::advice::LintContext;
use crate::diagnostic::{Diagnostic, Level};
use crate::graph::Place;

/// See the page.
pub static RULE: Rule = Rule {
    code: "ST102",
    name: "unused-opset-import",
    category: Category::Style,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "an operator set is imported, and no node is of it",
    help: "remove the entry of opset_import",
    page: include_str!("unused_opset_import.md"),
};

/// Looks for imports without nodes.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    for import in model.opsets() {
        let domain = model.name(import.domain);
        let used = model.ops.iter().any(|op| model.name(op.domain) == domain);
        if used || matches!(domain, "" | "ai.onnx") {
            continue;
        }
        let message = format!("no node is of the imported domain `{domain}`");
        let place = Place { span: Some(import.span), ..Place::FILE };
        whole.report(Diagnostic::new(&RULE, place, message).data("domain", domain));
    }
}
