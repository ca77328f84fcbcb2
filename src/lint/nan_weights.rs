//! See the page of `nan-weights`.

use super::{LintContext, Scanned};
use crate::diagnostic::{Diagnostic, are, counted};
use crate::rule::Level;
use crate::rules::nan_weights::RULE;

/// Whether the rule reports a constant.
pub(super) fn reports(scanned: &Scanned) -> bool {
    scanned.elements.floats.nan > 0 || scanned.elements.floats.varied
}

/// Reports constants with NaN or infinities.
pub(crate) fn check(whole: &LintContext<'_>) {
    let found: Vec<Scanned> = whole.scanned().iter().filter(|s| reports(s)).cloned().collect();
    for Scanned { constant, count, elements, .. } in found {
        let floats = elements.floats;
        let name = whole.model.value_name(constant.value);
        let finding = if floats.nan > 0 {
            let message =
                format!("{} of {} of `{name}` {} NaN", floats.nan, counted(count, "element"), are(floats.nan));
            Diagnostic::new(&RULE, constant.place, message).data("nan", floats.nan)
        } else {
            let message = format!(
                "{} of {} of `{name}` {} infinite",
                floats.infinite,
                counted(count, "element"),
                are(floats.infinite)
            );
            let finding = Diagnostic::new(&RULE, constant.place, message).level(Level::Note);
            finding.help("check whether they overflowed in a conversion").data("infinite", floats.infinite)
        };
        whole.report(finding.data("name", name));
    }
}
