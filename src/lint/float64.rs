//! See the page of `float64`.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::element::ElementType;
use crate::ids::NodeId;
use crate::rules::float64::RULE;

/// Reports nodes that produce 64-bit floats, if a target narrows them.
pub(crate) fn check(whole: &LintContext<'_>) {
    let targets = whole.options.targets.iter();
    let Some((target, why)) = targets.filter_map(|target| Some((target, target.narrows_floats()?))).next() else {
        return;
    };
    let model = whole.model;
    let ty = |value| whole.analysis.facts.ty(value).as_tensor().and_then(|ty| ty.element);
    let wide = |node: &NodeId| model.outputs(*node).any(|value| ty(value) == Some(ElementType::F64));
    let mut found = whole.nodes().filter(|node| !model.inputs(*node).is_empty()).filter(wide);
    let Some(first) = found.next() else { return };
    let more = match found.count() {
        0 => String::new(),
        1 => ", as 1 more node does".to_owned(),
        more => format!(", as {more} more nodes do"),
    };
    let title = target.runtime.title();
    let message = format!("{} produces 64-bit floats{more}, but {title} computes with 32 bits", model.describe(first));
    let finding = Diagnostic::new(&RULE, whole.place(first), message).note(why);
    whole.report(finding.data("target", target.runtime.name()));
}
