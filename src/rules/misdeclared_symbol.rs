use super::{Category, Rule};

use crate::analyze::advice::{OutputDim, LintContext};
use crate::diagnostic::{Diagnostic, Level};
use crate::dim::Dim;
use crate::expr::Expr;

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU111",
    name: "misdeclared-symbol",
    category: Category::Suspicious,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "an output declares a symbol for a size that is another one unless both are 0",
    help: "declare the size as it is, or by a name of its own",
    page: include_str!("misdeclared_symbol.md"),
};

/// Looks for outputs whose declared symbols are other sizes in every run with elements.
pub(crate) fn check(whole: &LintContext<'_>) {
    for OutputDim { name, place, axis, declared, inferred } in whole.output_dims() {
        if differ_unless_empty(declared, inferred) {
            let message = format!("output `{name}` declares dimension {axis} as `{declared}`, but it is {inferred}");
            let finding = Diagnostic::new(&RULE, place, message);
            let finding = finding.note("the two are the same size at most where a size is 0");
            whole.report(finding.data("declared", declared.to_string()).data("inferred", inferred.to_string()));
        }
    }
}

/// Whether no sizes of 1 or more make both the same.
fn differ_unless_empty(declared: &Dim, inferred: &Dim) -> bool {
    let (Some(a), Some(b)) = (declared.expr(), inferred.expr()) else { return false };
    let more = |a: &Expr, b: &Expr| a.sub(b).is_some_and(|rest| rest.is_positive_by_name());
    more(a, b) || more(b, a)
}
