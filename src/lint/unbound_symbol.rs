//! See the page of `unbound-symbol`.

use crate::rules::unbound_symbol::RULE;
use std::collections::HashSet;

use super::{LintContext, OutputDim};
use crate::diagnostic::Diagnostic;
use crate::dim::Dim;
use crate::expr::Symbol;

/// Reports symbols that appear only in outputs.
pub(crate) fn check(whole: &LintContext<'_>) {
    let bound = bound(whole);
    let mut said = HashSet::new();
    for OutputDim { name, place, declared, inferred: is, .. } in whole.output_dims() {
        let symbol = declared.name().map(Symbol::name).filter(|s| !bound.contains(s) && !is_numbered(s));
        let Some(symbol) = symbol else { continue };
        if !is_known(is) || is.name().is_some_and(|other| other.name() == symbol) || !said.insert(symbol) {
            continue;
        }
        let message = format!("output `{name}` declares a dimension of size {is} as `{symbol}`, which no input has");
        whole.report(Diagnostic::new(&RULE, place, message).data("symbol", symbol).data("size", is.to_string()));
    }
}

/// The symbols of the inputs. Declared symbols count as well, because the caller may have bound one to a size.
fn bound<'a>(whole: &'a LintContext<'_>) -> HashSet<&'a str> {
    let inputs = whole.model.main_graph().map(|main| &whole.model.graph(main).inputs[..]).unwrap_or_default();
    let types = inputs.iter().flat_map(|&v| [Some(whole.analysis.facts.ty(v)), whole.model.declared(v)]);
    let shapes = types.flatten().filter_map(|ty| ty.as_tensor());
    shapes.filter_map(|ty| ty.shape.dims()).flatten().filter_map(Dim::name).map(Symbol::name).collect()
}

/// Whether a size is a number or a symbol of the file. A computed size may have its own name.
fn is_known(dim: &Dim) -> bool {
    dim.size().is_some() || dim.name().is_some_and(|symbol| !symbol.is_inferred())
}

/// Whether ONNX's own shape inference generated the name.
fn is_numbered(symbol: &str) -> bool {
    symbol.starts_with("unk__")
}
