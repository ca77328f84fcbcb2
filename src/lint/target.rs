//! Observed behavior of the target runtimes for the operators of a model.

use hashbrown::HashMap;

use super::LintContext;
use crate::diagnostic::Diagnostic;
use crate::ids::NodeId;
use crate::ops::NodeProperty;
use crate::ops::runtime_behavior::{RuntimeCase, RuntimeEffect};
use crate::rule::Rule;

/// Reports every node on which one of the targets has this effect.
pub(crate) fn known_behaviors(whole: &LintContext<'_>, rule: &'static Rule, effect: RuntimeEffect) {
    let model = whole.model;
    let definitions = whole.definitions();
    let properties: HashMap<NodeId, &NodeProperty> = whole.remarks().iter().map(|(node, said)| (*node, said)).collect();
    for node in whole.nodes().filter(|&node| model.op(node).function.is_none()) {
        let behaviors = definitions[model.node(node).op.index()].map_or(&[][..], |def| def.runtime_behaviors);
        if behaviors.is_empty() {
            continue;
        }
        let case = case(whole, node, properties.get(&node).copied());
        for known in behaviors.iter().filter(|known| known.effect == effect && (known.applies)(&case)) {
            let mut targets = whole.options.targets.iter();
            let Some(target) = targets.find(|target| target.runtime == known.runtime) else { continue };
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

fn case<'w>(whole: &LintContext<'_>, node: NodeId, property: Option<&'w NodeProperty>) -> RuntimeCase<'w> {
    let data = whole.model.inputs(node).first().and_then(|operand| operand.value());
    let ty = data.and_then(|value| whole.analysis.facts.ty(value).as_tensor());
    let sizes = ty.and_then(|ty| Some(ty.shape.dims()?.iter().map(crate::dim::Dim::size).collect()));
    let op = whole.model.op(node);
    let known = crate::node::resolver::lookup(whole.model, op, &whole.options.operators);
    let version = known.and_then(|known| Some(known.signature(op.version?)?.since)).unwrap_or(0);
    RuntimeCase { dialect: whole.model.dialect(), version, element: ty.and_then(|ty| ty.element), sizes, property }
}
