use super::{Category, Rule};
use std::collections::HashSet;

use crate::analyze::advice::Whole;
use crate::diagnostic::{Diagnostic, Level};
use crate::dim::{Dim, Symbol};
use crate::graph::{Dialect, Place};

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
pub(crate) fn check(whole: &Whole<'_>) {
    let model = whole.model;
    let doubtful = model.dialect() != Dialect::Onnx || whole.has_errors();
    let Some(main) = model.main_graph().filter(|_| !doubtful) else { return };
    let graph = model.graph(main);
    // What the file declares counts as well: a caller may have given the symbol a size.
    let types = graph.inputs.iter().flat_map(|&v| [Some(whole.analysis.facts.ty(v)), model.declared(v)]);
    let shapes = types.flatten().filter_map(|ty| ty.as_tensor());
    let mut bound: HashSet<&str> = HashSet::new();
    let given = shapes.filter_map(|ty| ty.shape.dims()).flatten().filter_map(Dim::name);
    bound.extend(given.map(Symbol::name));
    let mut said = HashSet::new();
    for output in &graph.outputs {
        let (Some(value), Some(declaration)) = (output.operand.value(), output.declaration) else { continue };
        let declared = model.declaration(declaration).ty.as_tensor().and_then(|ty| ty.shape.dims());
        let inferred = whole.analysis.facts.ty(value).as_tensor().and_then(|ty| ty.shape.dims());
        for (name, is) in declared.zip(inferred).into_iter().flat_map(|(a, b)| a.iter().zip(b)) {
            let Some(symbol) = name.name().map(Symbol::name).filter(|s| !bound.contains(s) && !is_numbered(s)) else {
                continue;
            };
            if !is_known(is) || is.name().is_some_and(|other| other.name() == symbol) || !said.insert(symbol) {
                continue;
            }
            let written = model.name(output.name);
            let message =
                format!("output `{written}` declares `{symbol}`, which no input has, for a size that is {is}");
            let place = Place::value(main, value);
            whole.report(Diagnostic::new(&RULE, place, message).data("symbol", symbol).data("size", is.to_string()));
        }
    }
}

/// Whether a size is a number or has a name of the file. What is computed from sizes may be given a name.
fn is_known(dim: &Dim) -> bool {
    dim.size().is_some() || dim.name().is_some_and(|symbol| !symbol.is_made())
}

/// Whether ONNX's own inference has made the name up.
fn is_numbered(symbol: &str) -> bool {
    symbol.starts_with("unk__")
}
