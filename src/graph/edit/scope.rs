//! Which values exist where.

use std::collections::HashSet;

use super::EditError;
use crate::dialect::Dialect;
use crate::graph::{GraphRole, Model, Operand, Use};
use crate::ids::{GraphId, NodeId, ValueId};

impl Model {
    /// Whether a node was removed from the model.
    pub fn is_removed(&self, node: NodeId) -> bool {
        self.edits.as_ref().is_some_and(|edits| edits.removed_nodes.contains(node.index()))
    }

    /// Whether a value was removed from the model, or the node that produced it.
    pub fn is_removed_value(&self, value: ValueId) -> bool {
        self.edits.as_ref().is_some_and(|edits| edits.removed_values.contains(value.index()))
    }

    /// Whether a graph was removed with the node whose body it is, or with the function.
    pub fn is_removed_graph(&self, graph: GraphId) -> bool {
        self.edits.as_ref().is_some_and(|edits| edits.removed_graphs.contains(&graph))
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

    /// The node of a graph that is this node, or in whose bodies it is, however deep: where a reader in a body counts in
    /// the order of the graph. `None` if the node is not below the graph.
    ///
    /// ```
    /// use shapewright::graph::{Model, Use};
    /// use shapewright::{ReadOptions, Source};
    ///
    /// let text = r#"<ir_version: 9, opset_import: ["" : 18]>
    ///     g (float[N] x, bool c) => (float[N] y) {
    ///         y = If (c) <then_branch = t () => (a) { a = Neg (x) }, else_branch = e () => (b) { b = Abs (x) }>
    ///     }"#;
    /// let model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    /// let graph = model.main_graph().unwrap();
    /// let branch = model.nodes_of(graph).next().unwrap();
    /// let readers = model.uses(model.graph(graph).inputs[0]).filter_map(|at| match at {
    ///     Use::Input { node, .. } => model.ancestor_in(node, graph),
    ///     _ => None,
    /// });
    /// assert_eq!(readers.collect::<Vec<_>>(), [branch, branch]);
    /// ```
    ///
    /// # Panics
    /// If an id belongs to another model and is out of range for this one.
    pub fn ancestor_in(&self, node: NodeId, graph: GraphId) -> Option<NodeId> {
        let mut at = node;
        while self.node(at).graph != graph {
            let GraphRole::Body { owner, .. } = self.graph(self.node(at).graph).role else { return None };
            at = owner;
        }
        Some(at)
    }

    /// The node of a graph before which a value must exist to be read by this node. Bodies of IR read no outer values.
    pub(crate) fn around(&self, node: NodeId, graph: GraphId) -> Option<NodeId> {
        let is_closed = self.dialect() == Dialect::OpenVino && self.node(node).graph != graph;
        if is_closed { None } else { self.ancestor_in(node, graph) }
    }

    pub(crate) fn check_operand(&self, operand: Operand, node: NodeId) -> Result<(), EditError> {
        let Some(value) = operand.value() else { return Ok(()) };
        let Some(why) = self.unavailable(value, node) else { return Ok(()) };
        Err(EditError::NotAvailable { name: self.value_name(value).to_owned(), place: self.describe(node), why })
    }

    /// The interface of these nodes of one graph: the values that they and their bodies read from outside, in the order in
    /// which they are read first, and those of their outputs that anything else reads.
    pub fn boundary(&self, nodes: &[NodeId]) -> (Vec<ValueId>, Vec<ValueId>) {
        let inside: HashSet<NodeId> = nodes.iter().copied().collect();
        // A body belongs to the node of the value's graph that contains it.
        let is_inside = |reader: NodeId, value: ValueId| {
            self.around(reader, self.value(value).graph).is_some_and(|node| inside.contains(&node))
        };
        let is_read_elsewhere = |value: ValueId| {
            self.uses(value).any(|used| match used {
                Use::Input { node, .. } => !is_inside(node, value),
                Use::Output { graph, .. } => graph == self.value(value).graph,
            })
        };
        let (mut inputs, mut outputs, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        for &node in nodes {
            let bodies = self.nested(node);
            let own: HashSet<GraphId> = bodies.iter().copied().collect();
            let readers = std::iter::once(node).chain(bodies.into_iter().flat_map(|graph| self.nodes_of(graph)));
            for value in readers.flat_map(|reader| self.inputs(reader)).filter_map(|operand| operand.value()) {
                let is_made = self.producer(value).is_some_and(|producer| inside.contains(&producer));
                if !is_made && !own.contains(&self.value(value).graph) && seen.insert(value) {
                    inputs.push(value);
                }
            }
            outputs.extend(self.outputs(node).filter(|&value| is_read_elsewhere(value)));
        }
        (inputs, outputs)
    }
}
