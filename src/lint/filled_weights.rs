//! See the page of `filled-weights`.

use super::{LintContext, Scanned};
use crate::diagnostic::Diagnostic;
use crate::rules::filled_weights::RULE;

/// Smaller constants are not worth a finding.
const MIN_BYTES: u64 = 4 << 10;

/// Whether the rule reports a constant.
pub(super) fn reports(scanned: &Scanned) -> bool {
    scanned.elements.filled && scanned.bytes >= MIN_BYTES
}

/// Reports large constants whose elements are all equal.
pub(crate) fn check(whole: &LintContext<'_>) {
    let found: Vec<Scanned> = whole.scanned().iter().filter(|s| reports(s)).cloned().collect();
    for Scanned { constant, count, bytes, .. } in found {
        let name = whole.model.value_name(constant.value);
        let message = format!("all {count} elements of `{name}` are equal ({bytes} bytes)");
        let finding = Diagnostic::new(&RULE, constant.place, message).data("name", name);
        whole.report(finding.data("bytes", bytes));
    }
}
