//! See the page of `subnormal-weights`.

use super::{LintContext, Scanned};
use crate::diagnostic::Diagnostic;
use crate::rules::subnormal_weights::RULE;

/// The number of subnormal elements below which a constant is not reported.
const MIN_SUBNORMALS: u64 = 16;
/// The maximum number of other constants that are shown.
const SHOWN: usize = 3;

/// Whether the rule reports a constant, perhaps together with others.
pub(super) fn reports(scanned: &Scanned) -> bool {
    number(scanned) >= MIN_SUBNORMALS && number(scanned).saturating_mul(100) >= scanned.count
}

fn number(scanned: &Scanned) -> u64 {
    scanned.elements.floats.subnormal
}

/// Reports constants with many subnormal elements.
pub(crate) fn check(whole: &LintContext<'_>) {
    let found: Vec<Scanned> = whole.scanned().iter().filter(|s| reports(s)).cloned().collect();
    let Some(most) = found.iter().max_by_key(|s| number(s)) else { return };
    let (name, some) = (whole.model.value_name(most.constant.value), number(most));
    let more = match found.len() - 1 {
        0 => String::new(),
        1 => ", as are many in another constant".to_owned(),
        others => format!(", as are many in {others} other constants"),
    };
    let message = format!("{some} of {} elements of `{name}` are subnormal{more}", most.count);
    let mut finding = Diagnostic::new(&RULE, most.constant.place, message);
    let others = found.iter().filter(|other| other.constant.value != most.constant.value);
    for other in others.take(SHOWN) {
        finding = finding.related(other.constant.place, format!("{} of {} here", number(other), other.count));
    }
    whole.report(finding.data("name", name).data("count", some).data("of", most.count).data("constants", found.len()));
}
