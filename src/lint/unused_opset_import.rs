//! See the page of `unused-opset-import`.

use hashbrown::HashSet;

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::place::Place;
use crate::rules::unused_opset_import::RULE;

/// Reports imported domains that no node uses.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    let used: HashSet<&str> = model.ops.iter().map(|op| model.name(op.domain)).collect();
    for import in model.opsets() {
        let domain = model.name(import.domain);
        if used.contains(domain) || matches!(domain, "" | "ai.onnx") {
            continue;
        }
        let message = format!("no node uses the imported domain `{domain}`");
        let place = Place { span: Some(import.span), ..Place::FILE };
        whole.report(Diagnostic::new(&RULE, place, message).data("domain", domain));
    }
}
