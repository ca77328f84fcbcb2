//! What the runtimes that the caller names make of a model's reductions.

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::ids::NodeId;
use crate::ops::reduce::runtimes::{Case, Effect, REDUCTIONS};
use crate::ops::{NodeProperty, Reduction};
use crate::rule::Rule;

/// Reports every node that one of the targets refuses, or reads otherwise, under this rule.
pub(crate) fn reductions(whole: &LintContext<'_>, rule: &'static Rule, effect: Effect) {
    let targets = &whole.options.targets;
    let model = whole.model;
    for (node, reduction) in reductions_of(whole) {
        let case = case(whole, node, reduction);
        for known in REDUCTIONS.iter().filter(|known| known.effect == effect && (known.applies)(&case)) {
            let Some(target) = targets.iter().find(|target| target.runtime == known.runtime) else { continue };
            let title = known.runtime.title();
            let message = format!("{}, {}: {title} {}", model.describe(node), model.op_type(node), known.does);
            let source = match (known.source, known.runtime.measured()) {
                (Some(source), _) => source.to_owned(),
                (None, Some(version)) => format!("measured with {title} {version}"),
                (None, None) => continue,
            };
            let element = case.element.map_or("?", |element| element.name());
            let finding = Diagnostic::new(rule, whole.place(node), message).note(source).help(known.help);
            let finding = finding.data("target", target.runtime.name()).data("type", element);
            whole.report(finding.data("does", known.does));
        }
    }
}

fn reductions_of<'w>(whole: &'w LintContext<'_>) -> impl Iterator<Item = (NodeId, &'w Reduction)> {
    whole.remarks().iter().filter_map(|(node, remark)| match remark {
        NodeProperty::Reduces(reduction) => Some((*node, reduction)),
        _ => None,
    })
}

fn case<'w>(whole: &LintContext<'_>, node: NodeId, reduction: &'w Reduction) -> Case<'w> {
    let data = whole.model.inputs(node).first().and_then(|operand| operand.value());
    let ty = data.and_then(|value| whole.analysis.facts.ty(value).as_tensor());
    let sizes = ty.and_then(|ty| Some(ty.shape.dims()?.iter().map(crate::dim::Dim::size).collect()));
    let op = whole.model.op(node);
    let known = crate::node::resolver::lookup(whole.model, op, &whole.options.operators);
    let version = known.and_then(|known| Some(known.signature(op.version?)?.since)).unwrap_or(0);
    Case { dialect: whole.model.dialect(), version, element: ty.and_then(|ty| ty.element), sizes, reduction }
}
