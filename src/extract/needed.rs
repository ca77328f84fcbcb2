//! What values depend on.

use std::collections::HashSet;

use super::ExtractError;
use crate::graph::{Model, ValueRole};
use crate::ids::{GraphId, NodeId, ValueId};

/// The nodes and inputs that outputs depend on.
pub(super) struct Needed {
    pub(super) nodes: HashSet<NodeId>,
    /// Inputs of the graph.
    pub(super) inputs: HashSet<ValueId>,
    /// The number of values of the model.
    pub(super) values_before: usize,
}

impl Needed {
    /// Follows the outputs back to `cut`, or to the inputs of the graph if no value is cut.
    pub(super) fn new(
        model: &Model,
        graph: GraphId,
        cut: &[ValueId],
        outputs: &[ValueId],
    ) -> Result<Needed, ExtractError> {
        let interface: HashSet<ValueId> = model.graph(graph).inputs.iter().copied().collect();
        let mut seen: HashSet<ValueId> = cut.iter().copied().collect();
        let (mut missing, mut of): (Vec<ValueId>, Vec<ValueId>) = (Vec::new(), Vec::new());
        let mut needed = Needed { nodes: HashSet::new(), inputs: HashSet::new(), values_before: model.values.len() };
        for &output in outputs {
            let mut open = vec![output];
            while let Some(value) = open.pop() {
                if !seen.insert(value) {
                    continue;
                }
                if interface.contains(&value) {
                    // Before IR version 4, every initializer is an input as well.
                    let has_default = model.value(value).role != ValueRole::Input { default: None }
                        && model.producer(value).is_none();
                    if !cut.is_empty() && !has_default {
                        missing.push(value);
                        if of.last() != Some(&output) {
                            of.push(output);
                        }
                        continue;
                    }
                    needed.inputs.insert(value);
                } else if let Some(node) = model.producer(value).filter(|&node| needed.nodes.insert(node)) {
                    open.extend(model.boundary(&[node]).0);
                }
            }
        }
        if missing.is_empty() {
            return Ok(needed);
        }
        missing.sort_unstable();
        let names = |values: Vec<ValueId>| values.into_iter().map(|value| model.value_name(value).to_owned()).collect();
        Err(ExtractError::MissingInputs { outputs: names(of), inputs: names(missing) })
    }
}
