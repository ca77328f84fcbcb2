//! See the page of `filled-weights`.

use super::{LintContext, Scanned};
use crate::diagnostic::Diagnostic;
use crate::rules::filled_weights::RULE;

/// Reports large constants whose elements are all equal.
pub(crate) fn check(whole: &LintContext<'_>) {
    let found: Vec<Scanned> = whole.scanned().iter().filter(|s| s.is_filled()).cloned().collect();
    for Scanned { constant, count, bytes, .. } in found {
        let name = whole.model.value_name(constant.value);
        let message = format!("all {count} elements of `{name}` are equal ({bytes} bytes)");
        let finding = Diagnostic::new(&RULE, constant.place, message).data("name", name);
        whole.report(finding.data("bytes", bytes));
    }
}
