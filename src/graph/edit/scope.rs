//! Which values exist where.

use super::EditError;
use crate::dialect::Dialect;
use crate::graph::{GraphRole, Model, Operand};
use crate::ids::{GraphId, NodeId, ValueId};

impl Model {
    /// Whether a node was removed from the model.
    pub fn is_removed(&self, node: NodeId) -> bool {
        self.edits.as_ref().is_some_and(|edits| edits.removed_nodes.contains(&node))
    }

    /// Whether a value was removed from the model, or the node that produced it.
    pub fn is_removed_value(&self, value: ValueId) -> bool {
        self.edits.as_ref().is_some_and(|edits| edits.removed_values.contains(&value))
    }

    /// Whether one node runs before another one of the same graph. For ONNX, this is the order of the file.
    ///
    /// # Panics
    /// If an id belongs to another model and is out of range for this one.
    pub fn runs_before(&self, first: NodeId, second: NodeId) -> bool {
        let layout = self.layout();
        self.node(first).graph == self.node(second).graph && layout.key(first) < layout.key(second)
    }

    /// Whether a node may read a value: an input, a constant, or an output of an earlier node of the same graph. In ONNX,
    /// a node in a body may also read those of the graphs around it.
    ///
    /// # Panics
    /// If an id belongs to another model and is out of range for this one.
    pub fn is_available(&self, value: ValueId, node: NodeId) -> bool {
        self.unavailable(value, node).is_none()
    }

    /// Why a node cannot read a value.
    fn unavailable(&self, value: ValueId, node: NodeId) -> Option<&'static str> {
        if self.is_removed_value(value) {
            return Some("it was removed");
        }
        let Some(around) = self.around(node, self.value(value).graph) else {
            return Some("it belongs to a graph that is not around the reader");
        };
        match self.producer(value) {
            Some(producer) if producer == node => Some("the node itself produces it"),
            Some(producer) if !self.runs_before(producer, around) => Some("it is produced later"),
            _ => None,
        }
    }

    /// The node of this graph that is or contains a node.
    pub(crate) fn around(&self, node: NodeId, graph: GraphId) -> Option<NodeId> {
        let mut at = node;
        while self.node(at).graph != graph {
            let GraphRole::Body { owner, .. } = self.graph(self.node(at).graph).role else { return None };
            if self.dialect() == Dialect::OpenVino {
                return None;
            }
            at = owner;
        }
        Some(at)
    }

    pub(crate) fn check_operand(&self, operand: Operand, node: NodeId) -> Result<(), EditError> {
        let Some(value) = operand.value() else { return Ok(()) };
        let Some(why) = self.unavailable(value, node) else { return Ok(()) };
        Err(EditError::NotAvailable { name: self.value_name(value).to_owned(), place: self.describe(node), why })
    }

    /// The values that a set of nodes reads from outside, in the order in which they are read first, and those of its
    /// outputs that something outside reads: the interface of a subgraph.
    pub fn boundary(&self, nodes: &[NodeId]) -> (Vec<ValueId>, Vec<ValueId>) {
        let inside: std::collections::HashSet<NodeId> = nodes.iter().copied().collect();
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for &node in nodes {
            for value in self.inputs(node).iter().filter_map(|operand| operand.value()) {
                if self.producer(value).is_none_or(|producer| !inside.contains(&producer)) && !inputs.contains(&value) {
                    inputs.push(value);
                }
            }
            let leaves = |value: &ValueId| {
                self.uses(*value).any(|used| match used {
                    crate::graph::Use::Input { node, .. } => !inside.contains(&node),
                    crate::graph::Use::Output { .. } => true,
                })
            };
            outputs.extend(self.outputs(node).filter(leaves));
        }
        (inputs, outputs)
    }
}
