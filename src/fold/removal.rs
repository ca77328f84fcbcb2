//! What goes with the folded nodes.

use super::Run;
use super::choice::Choice;
use crate::analyze::lookup::Lookups;
use crate::analyze::order;
use crate::graph::{Dialect, NodeId, ValueId, ValueRole};

/// The folded nodes, with the nodes and initializers that only they used; each ascending.
pub(super) fn of(run: &Run<'_>, choice: &Choice) -> (Vec<NodeId>, Vec<ValueId>) {
    let model = run.model;
    let mut lookups = Lookups::new(model);
    let mut removed = choice.folded.clone();
    let mut nodes: Vec<NodeId> = run.order.iter().copied().filter(|n| removed[n.index()]).collect();
    let mut initializers = Vec::new();
    // Inputs that still read each value, so that a value with many readers is not looked through for each of them.
    let mut reads: Vec<usize> = (0..model.values.len()).map(|v| run.uses.readers(ValueId::at(v)).len()).collect();
    let mut at = 0;
    while let Some(&node) = nodes.get(at) {
        at += 1;
        for value in model.inputs(node).iter().filter_map(|o| o.value()) {
            reads[value.index()] = reads[value.index()].saturating_sub(1);
            let needed = |v: ValueId| run.uses.is_pinned(v) || reads[v.index()] > 0;
            if needed(value) {
                continue;
            }
            match model.value(value).role {
                // An input with a default stays: without the default a caller would have to give it.
                ValueRole::Input { .. } => {}
                ValueRole::Initializer(_) => initializers.push(value),
                ValueRole::Output { node: producer, .. } => {
                    let lookup = lookups.of(producer);
                    let plain = lookup.known.and_then(|k| k.def).is_some_and(|d| !d.effect && !d.run_time);
                    let idle = !removed[producer.index()] && !model.outputs(producer).any(needed);
                    // What is not known may be there for more than its outputs; a body may hold such a node.
                    if idle && plain && order::bodies(model, producer).next().is_none() {
                        removed[producer.index()] = true;
                        nodes.push(producer);
                    }
                }
            }
        }
    }
    nodes.sort_unstable();
    initializers.sort_unstable();
    // Only ONNX has initializers that are no nodes.
    debug_assert!(initializers.is_empty() || model.dialect() == Dialect::Onnx);
    (nodes, initializers)
}
