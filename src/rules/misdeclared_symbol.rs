use super::{Category, Rule};

use crate::analyze::advice::Whole;
use crate::diagnostic::{Diagnostic, Level};
use crate::dim::Dim;
use crate::expr::Expr;
use crate::graph::{Dialect, Place};

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
pub(crate) fn check(whole: &Whole<'_>) {
    let model = whole.model;
    let doubtful = model.dialect() != Dialect::Onnx || whole.has_errors();
    let Some(main) = model.main_graph().filter(|_| !doubtful) else { return };
    for output in &model.graph(main).outputs {
        let (Some(value), Some(declaration)) = (output.operand.value(), output.declaration) else { continue };
        let declared = model.declaration(declaration).ty.as_tensor().and_then(|ty| ty.shape.dims());
        let inferred = whole.analysis.facts.ty(value).as_tensor().and_then(|ty| ty.shape.dims());
        let pairs = declared.zip(inferred).into_iter().flat_map(|(a, b)| a.iter().zip(b)).enumerate();
        for (axis, (named, is)) in pairs.filter(|(_, (a, b))| differ_unless_empty(a, b)) {
            let written = model.name(output.name);
            let message = format!("output `{written}` declares dimension {axis} as `{named}`, but it is {is}");
            let finding = Diagnostic::new(&RULE, Place::value(main, value), message);
            let finding = finding.note("the two are the same size at most where a size is 0");
            whole.report(finding.data("declared", named.to_string()).data("inferred", is.to_string()));
        }
    }
}

/// Whether no sizes of 1 or more make both the same.
fn differ_unless_empty(declared: &Dim, inferred: &Dim) -> bool {
    let (Some(a), Some(b)) = (declared.expr(), inferred.expr()) else { return false };
    let more = |a: &Expr, b: &Expr| a.minus(b).is_some_and(|rest| rest.is_positive_by_name());
    more(a, b) || more(b, a)
}
