//! Names of values and nodes.

use super::EditError;
use crate::dialect::Dialect;
use crate::graph::label::listed;
use crate::graph::{GraphOutput, GraphRole, Model, Node, OutputPort, Use, Value};
use crate::ids::{GraphId, NameId, NodeId, ValueId};

impl Model {
    /// A name that occurs nowhere in the model: `stem`, `stem_1`, `stem_2`, ….
    pub fn unique_name(&mut self, stem: &str) -> String {
        let stem = if stem.is_empty() { "value" } else { stem };
        if self.names.find(stem).is_none() {
            return stem.to_owned();
        }
        let counter = self.next_names.entry(stem.to_owned()).or_insert(0);
        loop {
            *counter += 1;
            let name = format!("{stem}_{counter}");
            if self.names.find(&name).is_none() {
                return name;
            }
        }
    }

    /// Names a value. The name of an output of the graph is part of its interface, and changes with it. IR: a value has the
    /// name of its layer, which changes; the tensor names of its port stay.
    ///
    /// # Errors
    /// Another value of its graph, of a graph around it, or of one inside it has the name.
    pub fn rename_value(&mut self, value: ValueId, name: &str) -> Result<(), EditError> {
        if self.value_name(value) == name {
            return Ok(());
        }
        self.check_name_in(self.value(value).graph, name)?;
        match self.producer(value).filter(|_| self.dialect() == Dialect::OpenVino) {
            Some(layer) => self.rename_node(layer, name),
            None => {
                let id = self.names.intern(name);
                self.put_name(value, id);
            }
        }
        Ok(())
    }

    /// Gives a value a name, and the graph outputs that it feeds.
    pub(crate) fn put_name(&mut self, value: ValueId, name: NameId) {
        let record = Value { name, ..self.value(value).clone() };
        self.put_value(value, record);
        for used in self.uses(value).collect::<Vec<_>>() {
            match used {
                // The record of a reader names the value.
                Use::Input { node, .. } => self.touch_node(node),
                Use::Output { graph, index } => {
                    let output = self.graph(graph).outputs[index].clone();
                    self.put_output(graph, index, GraphOutput { name, ..output });
                }
            }
        }
    }

    /// Names a node. IR: its values have the same name, and so has the output of the graph that a Result is.
    pub fn rename_node(&mut self, node: NodeId, name: &str) {
        let name = self.names.intern(name);
        let record = Node { name, ..self.node(node).clone() };
        self.put_node(node, record);
        if self.dialect() == Dialect::OpenVino {
            for value in self.outputs(node).collect::<Vec<_>>() {
                let record = Value { name, ..self.value(value).clone() };
                self.put_value(value, record);
            }
            if let Some(output) = self.output_of_result(node) {
                let graph = self.node(node).graph;
                let record = self.graph(graph).outputs[output].clone();
                self.put_output(graph, output, GraphOutput { name, ..record });
            }
        }
    }

    /// IR: gives the tensor names of a value, if it has any, to another one, in place of its own.
    pub(crate) fn move_tensor_names(&mut self, from: ValueId, to: ValueId) {
        let names = self.output_port(from).tensor_names;
        if !names.is_empty() {
            self.put_tensor_names(to, names);
            self.put_tensor_names(from, NameId::EMPTY);
        }
    }

    /// IR: replaces the tensor names of a value.
    pub(crate) fn put_tensor_names(&mut self, value: ValueId, tensor_names: NameId) {
        let port = self.add_output_port(OutputPort { tensor_names, ..self.output_port(value) });
        self.put_value(value, Value { port, ..self.value(value).clone() });
    }

    /// IR: gives a value a tensor name if it has none, by which runtimes find it as an output: the name of its layer, or one
    /// with the port if that is taken.
    pub(crate) fn name_tensor(&mut self, value: ValueId) {
        let port = self.output_port(value);
        if self.dialect() != Dialect::OpenVino || !port.tensor_names.is_empty() {
            return;
        }
        let layer = self.value_name(value).to_owned();
        let with_port = format!("{layer}:{}", self.name(port.id));
        let is_taken = |name: &str| {
            let mut values = self.graphs().flat_map(|graph| self.values_of(graph));
            values.any(|other| self.tensor_names(other).any(|known| known == name))
        };
        let name = if is_taken(&layer) { with_port } else { layer };
        let tensor_names = self.names.intern(&listed(&name));
        self.put_tensor_names(value, tensor_names);
    }

    /// Whether no value has the name. New names are unique in the whole model, so that a body never hides one.
    pub(crate) fn check_name(&self, name: &str) -> Result<(), EditError> {
        self.check_name_among(self.graphs(), name)
    }

    /// Whether no value has the name where those of this graph can be read, or may be hidden. Other branches and
    /// functions may have it.
    fn check_name_in(&self, graph: GraphId, name: &str) -> Result<(), EditError> {
        let owner = |&graph: &GraphId| match self.graph(graph).role {
            GraphRole::Body { owner, .. } => Some(self.node(owner).graph),
            _ => None,
        };
        let inside = self.nodes_of(graph).flat_map(|node| self.nested(node));
        self.check_name_among(std::iter::successors(Some(graph), owner).chain(inside), name)
    }

    fn check_name_among(&self, mut graphs: impl Iterator<Item = GraphId>, name: &str) -> Result<(), EditError> {
        if name.is_empty() {
            return Err(EditError::Unsupported("a value needs a name; only an output of a new node can be omitted"));
        }
        let Some(id) = self.names.find(name) else { return Ok(()) };
        let taken = graphs.any(|graph| self.values_of(graph).any(|value| self.value(value).name == id));
        if taken { Err(EditError::NameTaken(name.to_owned())) } else { Ok(()) }
    }
}
