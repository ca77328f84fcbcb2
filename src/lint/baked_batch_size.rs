//! See the page of `baked-batch-size`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::dialect::Dialect;
use crate::dim::Dim;
use crate::ids::NodeId;
use crate::ops::NodeProperty;
use crate::rules::baked_batch_size::RULE;

/// Reports reshapes to a fixed shape of data with a caller-defined dimension.
pub(crate) fn check(whole: &LintContext<'_>) {
    let fixes =
        |(node, remark): &(NodeId, NodeProperty)| matches!(remark, NodeProperty::HardcodesShape).then_some(*node);
    let found: Vec<NodeId> = whole.remarks().iter().filter_map(fixes).collect();
    for node in found {
        let model = whole.model;
        let facts = &whole.analysis.facts;
        let Some(data) = model.inputs(node).first().and_then(|operand| operand.value()) else { continue };
        let Some(result) = model.outputs(node).next() else { continue };
        let Some(dims) = facts.ty(data).as_tensor().and_then(|ty| ty.shape.dims()) else { continue };
        let open: Vec<&Dim> = dims.iter().filter(|dim| dim.size().is_none()).collect();
        if open.is_empty() || !open.iter().all(|dim| is_callers(whole, dim)) {
            continue;
        }
        let name = model.value_name(data);
        let (before, after) = (facts.ty(data), facts.ty(result));
        let message = format!("{} reshapes `{name}` from {before} to {after}", model.describe(node));
        let open = open.iter().map(|dim| format!("`{dim}`")).collect::<Vec<_>>().join(" and ");
        let note = format!("a reshape preserves the number of elements, so {open} can have only one size");
        let place = whole.place(node);
        whole.report(Diagnostic::new(&RULE, place, message).note(note).data("name", name));
    }
}

/// Whether a dimension depends on caller-defined dimensions. In IR these have no names, so any unknown dimension counts
/// if an input has a dynamic one.
fn is_callers(whole: &LintContext<'_>, dim: &Dim) -> bool {
    match dim.expr() {
        Some(expr) => {
            let mut made = false;
            expr.each_symbol(&mut |symbol| made |= symbol.is_inferred());
            !made
        }
        None => whole.model.dialect() == Dialect::OpenVino && whole.has_open_inputs(),
    }
}
