//! Uses of values: the nodes that read each value, and whether anything else needs it.

use std::collections::HashSet;

use super::Model;
use crate::ids::{NameId, NodeId, ValueId};

/// The readers of every value of a model.
#[derive(Clone, Default)]
pub(crate) struct Uses {
    first: Vec<u32>,
    readers: Vec<NodeId>,
    /// Whether something other than a node needs the value: a graph output, or an annotation that names it.
    pinned: Vec<bool>,
}

impl Uses {
    pub(crate) fn new(model: &Model) -> Uses {
        let nodes = || (0..model.nodes.len() as u32).map(NodeId::new).filter(|&node| !model.is_removed(node));
        let read = |node: NodeId| model.inputs(node).iter().filter_map(|o| o.value());
        let mut first = vec![0u32; model.values.len() + 1];
        for value in nodes().flat_map(read) {
            first[value.index() + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut next = first.clone();
        let mut readers = vec![NodeId::new(0); first.last().copied().unwrap_or(0) as usize];
        for node in nodes() {
            for value in read(node) {
                let at = &mut next[value.index()];
                readers[*at as usize] = node;
                *at += 1;
            }
        }
        Uses { first, readers, pinned: pinned(model) }
    }

    /// The nodes that read a value, one for each input that does.
    pub(crate) fn readers(&self, value: ValueId) -> &[NodeId] {
        &self.readers[self.first[value.index()] as usize..self.first[value.index() + 1] as usize]
    }

    /// Whether something other than a node needs the value.
    pub(crate) fn is_pinned(&self, value: ValueId) -> bool {
        self.pinned[value.index()]
    }

    /// How often the value is needed: by inputs of nodes, and once more if it is pinned.
    pub(crate) fn count(&self, value: ValueId) -> u32 {
        self.readers(value).len() as u32 + u32::from(self.is_pinned(value))
    }

    /// Whether anything needs the value.
    pub(crate) fn is_used(&self, value: ValueId) -> bool {
        self.count(value) > 0
    }
}

impl Model {
    /// Names that the file refers to outside of nodes and that must keep their meaning even if no node reads them:
    /// tensors that hold quantization parameters, and values that training initializes or updates.
    pub fn pinned_names(&self) -> HashSet<NameId> {
        let parameters = self.quantization.iter().flat_map(|annotation| &annotation.parameters);
        parameters.map(|&(_, name)| name).chain(self.training_bindings.iter().copied()).collect()
    }
}

fn pinned(model: &Model) -> Vec<bool> {
    let mut pinned = vec![false; model.values.len()];
    let graphs = model.graphs().flat_map(|g| &model.graph(g).outputs);
    for value in graphs.filter_map(|output| output.operand.value()) {
        pinned[value.index()] = true;
    }
    let named = model.pinned_names();
    if !named.is_empty() {
        for (value, pinned) in model.values.iter().zip(&mut pinned) {
            *pinned |= named.contains(&value.name);
        }
    }
    pinned
}
