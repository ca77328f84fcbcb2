//! Observed behavior of the target runtimes for the operators of a model.

use hashbrown::HashMap;

use super::LintContext;
use super::run_values::RunValues;
use super::target_support::{related, runnable_nodes, subject};
use crate::diagnostic::Diagnostic;
use crate::element::ElementType;
use crate::ids::{NodeId, ValueId};
use crate::node::resolver::OpResolver;
use crate::ops::NodeProperty;
use crate::ops::runtime_behavior::{RuntimeBehavior, RuntimeCase, RuntimeEffect, RuntimeInput};
use crate::rule::Rule;

/// Of how many elements of an input a behavior may depend.
const MOST_ELEMENTS: usize = 8;

/// The number of inputs on which a behavior may depend.
const MOST_INPUTS: usize = 256;

/// Nodes of one operator and type on which a target behaves alike.
struct Group {
    known: &'static RuntimeBehavior,
    element: Option<ElementType>,
    nodes: Vec<NodeId>,
}

/// Reports the nodes on which one of the targets has this effect.
pub(crate) fn known_behaviors(whole: &LintContext<'_>, rule: &'static Rule, effect: RuntimeEffect) {
    let (definitions, mut resolver) = (whole.definitions(), whole.resolver());
    let properties: HashMap<NodeId, &NodeProperty> = whole.remarks().iter().map(|(node, said)| (*node, said)).collect();
    let (runtimes, mut groups): (_, Vec<Group>) = (whole.runtimes(), Vec::new());
    for node in runnable_nodes(whole) {
        let op = whole.model.node(node).op;
        let behaviors = definitions[op.index()].map_or(&[][..], |def| def.runtime_behaviors);
        let mut wanted = behaviors.iter().filter(|known| known.effect == effect).peekable();
        if wanted.peek().is_none() {
            continue;
        }
        let case = case(whole, node, &mut resolver, properties.get(&node).copied());
        for known in wanted {
            if !runtimes.contains(&known.runtime) || !(known.applies)(&case) {
                continue;
            }
            let element = case.element();
            let same = |group: &&mut Group| {
                let first = whole.model.node(group.nodes[0]).op;
                std::ptr::eq(group.known, known) && group.element == element && first == op
            };
            match groups.iter_mut().find(same) {
                Some(group) => group.nodes.push(node),
                None => groups.push(Group { known, element, nodes: vec![node] }),
            }
        }
    }
    groups.iter().filter_map(|group| finding(whole, rule, group)).for_each(|finding| whole.report(finding));
}

fn finding(whole: &LintContext<'_>, rule: &'static Rule, group: &Group) -> Option<Diagnostic> {
    let (known, model, first) = (group.known, whole.model, group.nodes[0]);
    let title = known.runtime.title();
    let source = match (known.source, known.runtime.measured()) {
        (Some(source), _) => source.to_owned(),
        (None, measured) => format!("measured with {title} {}", measured?),
    };
    let message = format!("{}, {}: {title} {}", subject(whole, &group.nodes), model.op_type(first), known.does);
    let element = group.element.map_or("?", |element| element.name());
    let finding = Diagnostic::new(rule, whole.place(first), message).note(source).help(known.help);
    let finding = finding.data("target", known.runtime.name()).data("type", element);
    let finding = finding.data("does", known.does).data("nodes", group.nodes.len());
    Some(related(whole, &group.nodes, finding))
}

fn case<'w>(
    whole: &'w LintContext<'_>,
    node: NodeId,
    resolver: &mut OpResolver<'_>,
    property: Option<&'w NodeProperty>,
) -> RuntimeCase<'w> {
    let (model, op) = (whole.model, whole.model.op(node));
    let known = resolver.resolve(node).known;
    let version = known.and_then(|known| Some(known.signature(op.version?)?.since())).unwrap_or(0);
    let decided = whole.run_values();
    let inputs = model.inputs(node).iter().take(MOST_INPUTS).map(|operand| match operand.value() {
        Some(value) => input(whole, value, decided),
        None => RuntimeInput { omitted: true, ..RuntimeInput::default() },
    });
    let inputs = inputs.collect();
    let result = model.outputs(node).next().and_then(|value| whole.analysis.facts.ty(value).as_tensor()?.element);
    RuntimeCase { model, node, version, inputs, result, property }
}

fn input(whole: &LintContext<'_>, value: ValueId, decided: &RunValues) -> RuntimeInput {
    let facts = &whole.analysis.facts;
    let ty = facts.ty(value).as_tensor();
    let sizes = ty.and_then(|ty| Some(ty.shape.dims()?.iter().map(crate::dim::Dim::size).collect()));
    let elements = RunValues::elements(whole.model, facts, value, MOST_ELEMENTS);
    RuntimeInput {
        omitted: false,
        computed: decided.contains(value),
        element: ty.and_then(|ty| ty.element),
        sizes,
        ints: elements.and_then(|elements| elements.exact_ints()),
    }
}
