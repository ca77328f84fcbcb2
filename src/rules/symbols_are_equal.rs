use super::{Category, Rule};
use crate::analyze::advice::LintContext;
use crate::constraint::ConstraintKind;
use crate::diagnostic::{Diagnostic, Level};
use crate::dim::{Dim, Symbol};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU109",
    name: "symbols-are-equal",
    category: Category::Suspicious,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "two symbols can only be one size",
    help: "give both dimensions one name",
    page: include_str!("symbols_are_equal.md"),
};

/// Looks for symbols of the file that must be equal.
pub(crate) fn check(whole: &LintContext<'_>) {
    let mut found = Vec::new();
    for constraint in &whole.analysis.constraints {
        let [Some(a), Some(b)] = constraint.sizes.each_ref().map(plain) else { continue };
        if constraint.kind == ConstraintKind::Equal && a != b {
            found.push((constraint.node, a.name().to_owned(), b.name().to_owned()));
        }
    }
    for (node, a, b) in found {
        let message = format!("`{a}` and `{b}` can only be one size: {} needs them equal", whole.model.describe(node));
        let place = whole.place(node);
        whole.report(Diagnostic::new(&RULE, place, message).data("first", a).data("second", b));
    }
}

/// The symbol of the file that a size is.
fn plain(dim: &Dim) -> Option<&Symbol> {
    dim.name().filter(|symbol| !symbol.is_inferred())
}
