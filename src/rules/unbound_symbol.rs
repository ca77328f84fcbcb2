use super::{Category, Rule};
use std::collections::HashSet;

use crate::analyze::advice::{OutputDim, LintContext};
use crate::diagnostic::{Diagnostic, Level};
use crate::dim::{Dim, Symbol};

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU108",
    name: "unbound-symbol",
    category: Category::Suspicious,
    onnx: Level::Note,
    openvino: Level::Note,
    summary: "an output declares a symbol that no input has for a size that is known",
    help: "declare the size by the name or number that it has",
    page: include_str!("unbound_symbol.md"),
};

/// Looks for names that outputs alone have.
pub(crate) fn check(whole: &LintContext<'_>) {
    let bound = bound(whole);
    let mut said = HashSet::new();
    for OutputDim { name, place, declared, inferred: is, .. } in whole.output_dims() {
        let symbol = declared.name().map(Symbol::name).filter(|s| !bound.contains(s) && !is_numbered(s));
        let Some(symbol) = symbol else { continue };
        if !is_known(is) || is.name().is_some_and(|other| other.name() == symbol) || !said.insert(symbol) {
            continue;
        }
        let message = format!("output `{name}` declares `{symbol}`, which no input has, for a size that is {is}");
        whole.report(Diagnostic::new(&RULE, place, message).data("symbol", symbol).data("size", is.to_string()));
    }
}

/// The symbols that inputs have. What the file declares counts as well: a caller may have given one a size.
fn bound<'a>(whole: &'a LintContext<'_>) -> HashSet<&'a str> {
    let inputs = whole.model.main_graph().map(|main| &whole.model.graph(main).inputs[..]).unwrap_or_default();
    let types = inputs.iter().flat_map(|&v| [Some(whole.analysis.facts.ty(v)), whole.model.declared(v)]);
    let shapes = types.flatten().filter_map(|ty| ty.as_tensor());
    shapes.filter_map(|ty| ty.shape.dims()).flatten().filter_map(Dim::name).map(Symbol::name).collect()
}

/// Whether a size is a number or has a name of the file. What is computed from sizes may be given a name.
fn is_known(dim: &Dim) -> bool {
    dim.size().is_some() || dim.name().is_some_and(|symbol| !symbol.is_inferred())
}

/// Whether ONNX's own inference has made the name up.
fn is_numbered(symbol: &str) -> bool {
    symbol.starts_with("unk__")
}
