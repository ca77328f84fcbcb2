//! See the page of `misdeclared-symbol`.

use super::{LintContext, OutputDim};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::expr::Expr;
use crate::rules::misdeclared_symbol::RULE;

/// Reports outputs whose declared symbol differs from the inferred size in every run without empty dimensions.
pub(crate) fn check(whole: &LintContext<'_>) {
    for OutputDim { name, place, axis, declared, inferred } in whole.output_dims() {
        if differ_unless_empty(declared, inferred) {
            let message = format!("output `{name}` declares dimension {axis} as `{declared}`, but it is {inferred}");
            let finding = Diagnostic::new(&RULE, place, message);
            let finding = finding.note("the two can be equal only if a size is 0");
            whole.report(finding.data("declared", declared.to_string()).data("inferred", inferred.to_string()));
        }
    }
}

/// Whether the two differ for all sizes of at least 1.
fn differ_unless_empty(declared: &Dim, inferred: &Dim) -> bool {
    let (Some(a), Some(b)) = (declared.expr(), inferred.expr()) else { return false };
    if a == b {
        return false;
    }
    let more = |a: &Expr, b: &Expr| a.sub(b).is_some_and(|rest| rest.is_positive_by_name());
    more(a, b) || more(b, a)
}
