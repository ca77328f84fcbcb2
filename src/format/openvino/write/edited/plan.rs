//! What was edited in each graph, before the text is scanned.

use std::cell::OnceCell;

use hashbrown::{HashMap, HashSet};

use crate::graph::{GraphRole, Model, ValueRole};
use crate::ids::{GraphId, NodeId, ValueId};
use crate::ir_syntax;
use crate::rewrite::WriteError;

/// What an edit did to a layer of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LayerEdit {
    Removed,
    /// It may have changed; its text decides.
    Changed(NodeId),
}

/// The edits of a model.
pub(super) struct EditPlan<'a> {
    pub(super) model: &'a Model,
    /// Graphs by the offset of the start tag of their `<net>` or body; `None`: removed.
    graphs: HashMap<usize, Option<GraphId>>,
    /// Layers by the offset of their start tag.
    layers: HashMap<usize, LayerEdit>,
    /// Layers of edited graphs by id, with removed ones.
    ids: HashMap<(GraphId, u64), NodeId>,
    /// Graphs with edits.
    edited: HashSet<GraphId>,
    has_new_metadata: bool,
    /// The outputs by layer and port id, the first of those with the same id.
    ports: OnceCell<HashMap<(NodeId, u64), ValueId>>,
}

impl<'a> EditPlan<'a> {
    /// `net`: the offset of the start tag of the main graph, if it has none in the model.
    pub(super) fn new(model: &'a Model, net: Option<usize>) -> Result<EditPlan<'a>, WriteError> {
        let mut plan = EditPlan {
            model,
            graphs: HashMap::new(),
            layers: HashMap::new(),
            ids: HashMap::new(),
            edited: HashSet::new(),
            has_new_metadata: false,
            ports: OnceCell::new(),
        };
        let Some(log) = &model.edits else { return Ok(plan) };
        for graph in model.graph_ids() {
            let start = match (model.graph(graph).role, net) {
                (GraphRole::Main, Some(net)) => net,
                _ => model.graph(graph).span.start as usize,
            };
            plan.graphs.insert(start, (!log.removed_graphs.contains(&graph)).then_some(graph));
        }
        plan.has_new_metadata = log.changed_header;
        plan.edited = log.changed_graphs.difference(&log.removed_graphs).copied().collect();
        let edited = log.changed_nodes.union(&log.removed_nodes).map(NodeId::at);
        for node in edited.filter(|&node| is_of_file(model, node)) {
            let edit =
                if log.removed_nodes.contains(node.index()) { LayerEdit::Removed } else { LayerEdit::Changed(node) };
            plan.layers.insert(model.node(node).span().start as usize, edit);
        }
        plan.add_ids()?;
        Ok(plan)
    }

    /// Edges refer to layers by id, so the id must be unique.
    fn add_ids(&mut self) -> Result<(), WriteError> {
        let model = self.model;
        for &graph in &self.edited {
            let of_file = model.graph(graph).nodes.clone().map(NodeId::new);
            for node in of_file.chain(model.nodes_of(graph).filter(|&node| !is_of_file(model, node))) {
                let earlier = layer_id(model, node).map(|id| self.ids.insert((graph, id), node));
                if earlier != Some(None) {
                    return Err(WriteError::Inconsistent(format!("the id of {} is not unique", label(model, node))));
                }
            }
        }
        Ok(())
    }

    /// The graph whose start tag starts here; `Some(None)` if it was removed.
    pub(super) fn graph_at(&self, start: usize) -> Option<Option<GraphId>> {
        self.graphs.get(&start).copied()
    }

    /// What happened to the layer whose start tag starts here; `None`: nothing.
    pub(super) fn layer_at(&self, start: usize) -> Option<LayerEdit> {
        self.layers.get(&start).copied()
    }

    /// Whether anything in a graph was edited.
    pub(super) fn is_edited(&self, graph: GraphId) -> bool {
        self.edited.contains(&graph)
    }

    /// Whether metadata was edited.
    pub(super) fn has_new_metadata(&self) -> bool {
        self.has_new_metadata
    }

    /// The layer of an edited graph that has this id, which may have been removed.
    pub(super) fn layer(&self, graph: GraphId, id: u64) -> Option<NodeId> {
        self.ids.get(&(graph, id)).copied()
    }

    /// Whether a layer of the file was edited, or a layer is new.
    pub(super) fn is_changed(&self, node: NodeId) -> bool {
        !is_of_file(self.model, node)
            || self.model.edits.as_ref().is_some_and(|log| log.changed_nodes.contains(node.index()))
    }

    /// The new layers of a graph. Readers number inputs and outputs by the order of their layers.
    pub(super) fn new_layers(&self, graph: GraphId) -> Vec<NodeId> {
        let (model, record) = (self.model, self.model.graph(graph));
        let is_new = |node: &NodeId| !is_of_file(model, *node);
        let inputs = record.inputs.iter().filter_map(|&value| model.producer(value)).filter(is_new);
        let outputs = record.outputs.iter().filter_map(|output| output.node).filter(is_new);
        let (inputs, outputs): (Vec<NodeId>, Vec<NodeId>) = (inputs.collect(), outputs.collect());
        let ends: HashSet<NodeId> = inputs.iter().chain(&outputs).copied().collect();
        let inner = model.nodes_of(graph).filter(|node| is_new(node) && !ends.contains(node));
        inputs.iter().copied().chain(inner).chain(outputs.iter().copied()).collect()
    }

    fn ports(&self) -> &HashMap<(NodeId, u64), ValueId> {
        self.ports.get_or_init(|| {
            let mut ports = HashMap::new();
            for node in (0..self.model.nodes.len()).map(NodeId::at) {
                for value in self.model.outputs(node) {
                    if let Some(port) = port_id(self.model, value) {
                        ports.entry((node, port)).or_insert(value);
                    }
                }
            }
            ports
        })
    }

    /// The ids of the layer and of the output port that an edge from this value names.
    pub(super) fn origin(&self, value: ValueId) -> Result<(u64, u64), WriteError> {
        let model = self.model;
        let found = match model.value(value).role {
            ValueRole::Output(node) => port_id(model, value)
                .filter(|&port| self.ports().get(&(node, port)) == Some(&value))
                .and_then(|port| Some((layer_id(model, node)?, port))),
            _ => None,
        };
        let name = model.value_name(value);
        found.ok_or_else(|| WriteError::Inconsistent(format!("no edge can name the output port of `{name}`")))
    }
}

fn port_id(model: &Model, value: ValueId) -> Option<u64> {
    ir_syntax::id(model.name(model.output_port(value).id)).map(|id| id.value)
}

/// Whether a node is a layer of the file.
pub(super) fn is_of_file(model: &Model, node: NodeId) -> bool {
    model.graph(model.node(node).graph).nodes.contains(&node.position())
}

fn layer_id(model: &Model, node: NodeId) -> Option<u64> {
    ir_syntax::id(model.name(model.node(node).layer)).map(|id| id.value)
}

/// A layer in a message.
pub(super) fn label(model: &Model, node: NodeId) -> String {
    super::super::plan::label(model, node)
}
