//! Nodes and initializers that are removed with the folded nodes.

use super::Run;
use super::selection::Choice;
use crate::graph::ValueRole;
use crate::graph::bodies;
use crate::ids::{NodeId, ValueId};
use crate::node::resolver::OpResolver;

/// The folded nodes, with the nodes and initializers that only they used; both ascending.
pub(crate) fn find_dead(run: &Run<'_>, choice: &Choice) -> (Vec<NodeId>, Vec<ValueId>) {
    let model = run.model;
    let mut removal = Removal {
        run,
        lookups: OpResolver::new(model, &run.options.analysis.operators),
        removed: choice.folded.clone(),
        needed: (0..model.values.len()).map(|v| run.uses.count(ValueId::at(v))).collect(),
    };
    let mut nodes: Vec<NodeId> = run.order.iter().copied().filter(|n| choice.folded[n.index()]).collect();
    let mut initializers = Vec::new();
    let mut at = 0;
    while let Some(&node) = nodes.get(at) {
        at += 1;
        for value in model.inputs(node).iter().filter_map(|o| o.value()) {
            removal.needed[value.index()] -= 1;
            if removal.needed[value.index()] > 0 {
                continue;
            }
            match model.value(value).role {
                // An input with a default remains: without the default, callers would have to pass it.
                ValueRole::Input { .. } => {}
                ValueRole::Initializer(_) if run.is_body_input(value) => {}
                ValueRole::Initializer(_) => initializers.push(value),
                ValueRole::Output(producer) if removal.is_idle(producer) => {
                    removal.removed[producer.index()] = true;
                    nodes.push(producer);
                }
                ValueRole::Output(_) => {}
            }
        }
    }
    nodes.sort_unstable();
    initializers.sort_unstable();
    (nodes, initializers)
}

struct Removal<'a> {
    run: &'a Run<'a>,
    lookups: OpResolver<'a>,
    /// By node.
    removed: Vec<bool>,
    /// By value: the number of remaining uses.
    needed: Vec<u32>,
}

impl Removal<'_> {
    /// Whether a remaining node is unused. An unknown operator may have side effects, and so may a node in a body.
    fn is_idle(&mut self, node: NodeId) -> bool {
        let model = self.run.model;
        let lookup = self.lookups.resolve(node);
        let plain = lookup.known.and_then(|k| k.def).is_some_and(|d| !d.has_side_effects && !d.runtime_dependent);
        let needed = model.outputs(node).any(|v| self.needed[v.index()] > 0);
        !self.removed[node.index()] && plain && !needed && bodies(model, node).next().is_none()
    }
}
