//! See the page of `reduction-of-one`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::ops::{NodeProperty, Reduction};
use crate::rules::reduction_of_one::RULE;

/// Reports reductions over axes of size 1 only.
pub(crate) fn check(whole: &LintContext<'_>) {
    let model = whole.model;
    for (node, remark) in whole.remarks() {
        let (NodeProperty::Reduces(Reduction { axes: Some(axes), .. }), false) = (remark, whole.is_known(*node)) else {
            continue;
        };
        let Some(data) = model.inputs(*node).first().and_then(|operand| operand.value()) else { continue };
        let ty = whole.analysis.facts.ty(data);
        let one = |axis: &usize| ty.as_tensor().and_then(|ty| ty.shape.dims()?.get(*axis)).is_some_and(|dim| dim.is(1));
        if axes.is_empty() || !axes.iter().all(one) {
            continue;
        }
        let name = model.value_name(data);
        let list = axes.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        let (which, have) = if axes.len() == 1 { ("axis", "has") } else { ("axes", "have") };
        let message = format!("{} reduces {which} {list} of `{name}`, which {have} size 1", model.describe(*node));
        let finding = Diagnostic::new(&RULE, whole.place(*node), message).label(ty);
        whole.report(finding.data("axes", list));
    }
}
