//! See the page of `symbols-are-equal`.

use super::LintContext;
use crate::constraint::ConstraintKind;
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::expr::Symbol;
use crate::rules::symbols_are_equal::RULE;

/// Reports pairs of symbols in the file that must be equal.
pub(crate) fn check(whole: &LintContext<'_>) {
    let mut found = Vec::new();
    for constraint in &whole.analysis.constraints {
        let [Some(a), Some(b)] = constraint.sizes.each_ref().map(plain) else { continue };
        if constraint.kind == ConstraintKind::Equal && a != b {
            found.push((constraint.node, a.name().to_owned(), b.name().to_owned()));
        }
    }
    for (node, a, b) in found {
        let message = format!("{} requires `{a}` and `{b}` to be equal", whole.model.describe(node));
        let place = whole.place(node);
        whole.report(Diagnostic::new(&RULE, place, message).data("first", a).data("second", b));
    }
}

/// The symbol of the file, if the dimension is exactly one.
fn plain(dim: &Dim) -> Option<&Symbol> {
    dim.name().filter(|symbol| !symbol.is_inferred())
}
