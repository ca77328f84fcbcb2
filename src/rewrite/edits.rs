//! What a writer asks about an edited model: which records are as read, and which names changed.

use hashbrown::{HashMap, HashSet};

use super::WriteError;
use crate::graph::{EditLog, GraphRole, Model, Operand, ValueRole, bodies};
use crate::ids::{GraphId, NameId, NodeId, TensorId, ValueId};
use crate::source::Span;

/// The edits of a model, by graph.
pub(crate) struct Edits<'m> {
    pub(crate) model: &'m Model,
    log: &'m EditLog,
    /// Values of the file that were changed or removed, in ascending order.
    affected: HashMap<GraphId, Vec<ValueId>>,
    /// The names in graphs whose nodes read values of the graphs around them.
    names: HashMap<GraphId, HashSet<NameId>>,
    /// Graphs, and values around them that have no other meaning there.
    visible: HashSet<(GraphId, ValueId)>,
}

impl<'m> Edits<'m> {
    pub(crate) fn new(model: &'m Model, log: &'m EditLog) -> Edits<'m> {
        let mut affected: HashMap<GraphId, Vec<ValueId>> = HashMap::new();
        for value in log.changed_values.union(&log.removed_values).map(ValueId::at) {
            let graph = model.value(value).graph;
            if model.graph(graph).values.contains(&value.position()) {
                affected.entry(graph).or_default().push(value);
            }
        }
        Edits { model, log, affected, names: HashMap::new(), visible: HashSet::new() }
    }

    /// Whether a graph is a record of the file.
    pub(crate) fn is_read(&self, graph: GraphId) -> bool {
        self.model.graph(graph).span != Span::default()
    }

    /// Whether anything in a graph or in its bodies is not as in the file.
    pub(crate) fn is_changed(&self, graph: GraphId) -> bool {
        !self.is_read(graph) || self.log.changed_graphs.contains(&graph)
    }

    /// Whether a node is a record of the file, perhaps a changed one.
    pub(crate) fn is_read_node(&self, node: NodeId) -> bool {
        self.model.graph(self.model.node(node).graph).nodes.contains(&node.position())
    }

    /// Whether a node has to be written: a new one, or one with another input, attribute, or body.
    pub(crate) fn is_changed_node(&self, node: NodeId) -> bool {
        !self.is_read_node(node) || self.log.changed_nodes.contains(node.index())
    }

    /// Whether a value is one that the file has in this graph.
    pub(crate) fn is_within(&self, graph: GraphId, value: ValueId) -> bool {
        self.model.graph(graph).values.contains(&value.position())
    }

    /// Whether a value is in the file, perhaps with another name or declaration.
    pub(crate) fn is_read_value(&self, value: ValueId) -> bool {
        self.model.graph(self.model.value(value).graph).values.contains(&value.position())
    }

    /// Whether a value is new, or has another name or declaration than in the file.
    pub(crate) fn is_changed_value(&self, value: ValueId) -> bool {
        !self.is_read_value(value) || self.log.changed_values.contains(value.index())
    }

    /// Whether the type declared for a value is another one than in the file.
    pub(crate) fn is_redeclared(&self, value: ValueId) -> bool {
        let declaration = self.model.value(value).declaration;
        declaration.is_none_or(|declaration| declaration.index() >= self.log.read_declarations)
    }

    /// Whether nodes of the file are in another order than there.
    pub(crate) fn is_reordered(&self, graph: GraphId) -> bool {
        self.log.reordered_graphs.contains(&graph)
    }

    /// The names of a graph whose declared types of other names are removed; `None`: all declarations stay.
    pub(crate) fn declarable_names(&self, graph: GraphId) -> Option<HashSet<&'m str>> {
        let model = self.model;
        let names = model.graph(graph).values.clone().map(|value| self.written_name(ValueId::new(value)));
        self.log.pruned_infos.contains(&graph).then(|| names.collect())
    }

    /// Whether an import of the file was removed.
    pub(crate) fn is_removed_import(&self, record: Span) -> bool {
        self.log.removed_imports.contains(&record)
    }

    /// The records of functions that were removed.
    pub(crate) fn removed_functions(&self) -> HashSet<Span> {
        let removed = self.log.removed_graphs.iter().map(|&graph| self.model.graph(graph));
        let functions = removed.filter(|graph| matches!(graph.role, GraphRole::Function(_)));
        functions.map(|graph| graph.span).filter(|span| *span != Span::default()).collect()
    }

    /// Whether operator sets, metadata, or functions changed.
    pub(crate) fn is_header_changed(&self) -> bool {
        self.log.changed_header
    }

    /// The graphs to write: those that changed, each after its bodies.
    pub(crate) fn graphs(&self) -> Vec<GraphId> {
        let is_root = |&graph: &GraphId| !matches!(self.model.graph(graph).role, GraphRole::Body { .. });
        let mut found: Vec<GraphId> = self.model.graphs().filter(is_root).collect();
        found.retain(|&graph| self.is_changed(graph));
        let mut seen: HashSet<GraphId> = found.iter().copied().collect();
        let mut at = 0;
        while let Some(&graph) = found.get(at) {
            let nodes = self.model.nodes_of(graph).filter(|&node| self.is_changed_node(node));
            let inner = nodes.flat_map(|node| bodies(self.model, node));
            found.extend(inner.filter(|&body| self.is_changed(body) && seen.insert(body)));
            at += 1;
        }
        found.reverse();
        found
    }

    /// By its name in the file: each value of a graph that was changed, or removed (`None`).
    pub(crate) fn renamed(&self, graph: GraphId) -> impl Iterator<Item = (NameId, Option<ValueId>)> + '_ {
        let affected = self.affected.get(&graph).into_iter().flatten();
        let present = |value| Some(value).filter(|&value| !self.model.is_removed_value(value));
        affected.map(move |&value| (self.written_name_id(value), present(value)))
    }

    /// The name of a value in the file.
    pub(crate) fn written_name(&self, value: ValueId) -> &'m str {
        self.model.name(self.written_name_id(value))
    }

    pub(crate) fn written_name_id(&self, value: ValueId) -> NameId {
        self.log.written_names.get(&value).copied().unwrap_or(self.model.value(value).name)
    }

    /// The tensors of a graph in the file whose values were changed or removed, by their record.
    pub(crate) fn initializers(&self, graph: GraphId) -> HashMap<Span, (TensorId, Option<ValueId>)> {
        let affected = self.affected.get(&graph).into_iter().flatten();
        let stored = affected.filter_map(|&value| Some((value, tensor_of(self.model, value)?)));
        let present = |value| Some(value).filter(|&value| !self.model.is_removed_value(value));
        stored.map(|(value, tensor)| (self.model.tensor(tensor).span, (tensor, present(value)))).collect()
    }

    /// New constants of a graph, and new inputs with defaults.
    pub(crate) fn new_initializers(&self, graph: GraphId) -> impl Iterator<Item = (ValueId, TensorId)> + '_ {
        let values = self.model.values_of(graph).filter(|&value| !self.is_read_value(value));
        values.filter_map(|value| Some((value, tensor_of(self.model, value)?)))
    }

    /// Whether an input of the file was removed or became a constant.
    pub(crate) fn is_no_input(&self, value: ValueId) -> bool {
        self.model.is_removed_value(value) || matches!(self.model.value(value).role, ValueRole::Initializer(_))
    }

    /// The inputs of a graph that are in the file, by position there, and the new ones.
    pub(crate) fn inputs(&self, graph: GraphId) -> (HashMap<u32, ValueId>, Vec<ValueId>) {
        let first = self.model.graph(graph).values.start;
        let present = self.model.graph(graph).inputs.iter().filter(|&&value| !self.model.is_removed_value(value));
        let (read, new): (Vec<ValueId>, Vec<ValueId>) = present.partition(|&&value| self.is_read_value(value));
        (read.into_iter().map(|value| (value.position() - first, value)).collect(), new)
    }

    /// The values of a graph, other than inputs and outputs, whose declared types the file may lack.
    pub(crate) fn newly_declared(&self, graph: GraphId) -> impl Iterator<Item = ValueId> + use<'m> {
        let record = self.model.graph(graph);
        let listed: HashSet<ValueId> = match record.role {
            GraphRole::Function(_) => HashSet::new(),
            _ => record.inputs.iter().copied().chain(record.outputs.iter().filter_map(|o| o.operand.value())).collect(),
        };
        let model = self.model;
        let declared = move |&value: &ValueId| model.value(value).declaration.is_some() && !listed.contains(&value);
        model.values_of(graph).filter(declared)
    }

    /// The name by which a node reads an operand.
    pub(crate) fn operand(&mut self, node: NodeId, operand: Operand) -> Result<&'m str, WriteError> {
        let model = self.model;
        let value = match operand {
            Operand::Absent => return Ok(""),
            Operand::Undefined(name) => return Ok(model.name(name)),
            Operand::Value(value) => value,
        };
        let name = model.value(value).name;
        let refused = |why| {
            let (name, reader) = (model.name(name).to_owned(), model.describe(node));
            Err(WriteError::Name { name, reader, why })
        };
        if name.is_empty() {
            return refused("it is an omitted output without a name; name it with `Model::rename_value`");
        }
        if !self.is_visible(model.node(node).graph, value) {
            return refused("a value of a graph between it and the reader has the same name; rename one of them");
        }
        Ok(model.name(name))
    }

    /// Whether the name of a value means the value in a graph: no graph up to its own has another value of the name.
    fn is_visible(&mut self, reader: GraphId, value: ValueId) -> bool {
        let model = self.model;
        let (mut graph, around, name) = (reader, model.value(value).graph, model.value(value).name);
        // A node deep in bodies may read a value thousands of times.
        if graph == around || self.visible.contains(&(reader, value)) {
            return true;
        }
        while graph != around {
            if self.names_in(graph).contains(&name) {
                return false;
            }
            let GraphRole::Body { owner, .. } = model.graph(graph).role else { break };
            graph = model.node(owner).graph;
        }
        self.visible.insert((reader, value));
        true
    }

    fn names_in(&mut self, graph: GraphId) -> &HashSet<NameId> {
        let model = self.model;
        let names = || model.values_of(graph).map(|value| model.value(value).name).collect();
        self.names.entry(graph).or_insert_with(names)
    }
}

/// The initializer of a value: a constant, or the default of an input.
fn tensor_of(model: &Model, value: ValueId) -> Option<TensorId> {
    match model.value(value).role {
        ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) } => Some(tensor),
        _ => None,
    }
}
