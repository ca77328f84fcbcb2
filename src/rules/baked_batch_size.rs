use super::{Category, Rule};
use crate::analyze::advice::LintContext;
use crate::diagnostic::{Diagnostic, Level};
use crate::dim::Dim;
use crate::graph::{Dialect, NodeId};
use crate::ops::NodeProperty;

/// See the page.
pub static RULE: Rule = Rule {
    code: "SU102",
    name: "baked-batch-size",
    category: Category::Suspicious,
    onnx: Level::Warning,
    openvino: Level::Warning,
    summary: "a reshape to fixed sizes lets data of open size have one size only",
    help: "write -1 for the dimension that varies, or declare the one size that works",
    page: include_str!("baked_batch_size.md"),
};

/// Looks for reshapes to fixed sizes of data whose size the caller decides.
pub(crate) fn check(whole: &LintContext<'_>) {
    let fixes = |(node, remark): &(NodeId, NodeProperty)| matches!(remark, NodeProperty::HardcodesShape).then_some(*node);
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
        let message = format!("{} makes {after} of `{name}`, which is {before}", model.describe(node));
        let open = open.iter().map(|dim| format!("`{dim}`")).collect::<Vec<_>>().join(" and ");
        let note = format!("the number of elements does not change, so {open} can have one size only");
        let place = whole.place(node);
        whole.report(Diagnostic::new(&RULE, place, message).note(note).data("name", name));
    }
}

/// Whether a size is made of sizes that the caller decides. Those of IR have no names; they are taken for such where an
/// input has an open dimension.
fn is_callers(whole: &LintContext<'_>, dim: &Dim) -> bool {
    match dim.expr() {
        Some(expr) => {
            let mut made = false;
            expr.symbols(&mut |symbol| made |= symbol.is_inferred());
            !made
        }
        None => whole.model.dialect() == Dialect::OpenVino && whole.has_open_inputs(),
    }
}
