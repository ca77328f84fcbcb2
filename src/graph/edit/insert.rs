//! Adding and replacing nodes and constants.

use std::collections::HashSet;

use super::{EditError, NewNode};
use crate::dialect::Dialect;
use crate::graph::attribute::{Attribute, AttributeValue};
use crate::graph::label::listed;
use crate::graph::{GraphRole, Model, Node, OpName, OpsetImport, OutputPort, Value, ValueRole, bodies};
use crate::ids::{GraphId, NameId, NodeId, OpId, ValueId};
use crate::source::{PackedSpan, Span};

/// Where a new node goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// Directly before this node.
    Before(NodeId),
    /// Directly after this node.
    After(NodeId),
    /// Before all nodes of this graph.
    Start(GraphId),
    /// After all nodes of this graph.
    End(GraphId),
}

impl Model {
    /// Adds a node.
    ///
    /// # Errors
    /// An input is not available there, a name is taken, or the operator's domain is not imported.
    ///
    /// # Panics
    /// If an id belongs to another model and is out of range for this one.
    pub fn insert(&mut self, at: At, new: NewNode) -> Result<NodeId, EditError> {
        let (graph, after) = match at {
            At::Before(node) => (self.node(node).graph, self.layout().previous(node)),
            At::After(node) => (self.node(node).graph, Some(node)),
            At::Start(graph) => (graph, None),
            At::End(graph) => (graph, self.layout().last(graph)),
        };
        match at {
            At::Before(node) | At::After(node) => self.check_present(node)?,
            At::Start(graph) | At::End(graph) => self.check_graph(graph)?,
        }
        self.transaction(|model| {
            let inputs = new.inputs.clone();
            let node = model.push_node(graph, new)?;
            model.put_in(node, after);
            inputs.into_iter().try_for_each(|operand| model.check_operand(operand, node))?;
            Ok(node)
        })
    }

    /// Makes a node compute something else: operator, inputs, and attributes are those of `new`. The node keeps its id,
    /// its place, and its outputs with their names; `new` needs no outputs. Declarations of the outputs are removed. An output
    /// of the graph keeps its type, which is part of the interface of the model: declare it anew if `new` has another one.
    ///
    /// # Errors
    /// As for [`Model::insert`], or `new` has another number of outputs.
    pub fn replace_node(&mut self, node: NodeId, new: NewNode) -> Result<(), EditError> {
        self.check_present(node)?;
        self.check_inner(node)?;
        let expected = self.outputs(node).len();
        let given = new.outputs.as_ref().map_or(expected, Vec::len);
        if given != expected {
            return Err(EditError::OutputCount { place: self.describe(node), expected, given });
        }
        new.inputs.iter().try_for_each(|&operand| self.check_operand(operand, node))?;
        self.check_bodies(&new, Some(node))?;
        let op = self.find_op(self.node(node).graph, &new)?;
        let inputs = self.push_operands(&new.inputs);
        let attributes = self.push_attributes(new.attributes);
        let record = Node { op, inputs, attributes, ..self.node(node).clone() };
        self.put_node(node, record);
        if !new.name.is_empty() {
            self.rename_node(node, &new.name);
        }
        self.adopt_bodies(node);
        self.outputs(node).collect::<Vec<_>>().into_iter().for_each(|value| self.remove_declaration(value));
        Ok(())
    }

    /// Removes an initializer of ONNX.
    ///
    /// # Errors
    /// It is still read, or the value is not an initializer.
    pub fn remove_constant(&mut self, value: ValueId) -> Result<(), EditError> {
        if !matches!(self.value(value).role, ValueRole::Initializer(_)) {
            return Err(EditError::Unsupported("only an initializer can be removed this way; remove the node instead"));
        }
        self.check_unused(value)?;
        self.take_value(value);
        Ok(())
    }

    /// Adds a node to the arena, with its outputs.
    fn push_node(&mut self, graph: GraphId, new: NewNode) -> Result<NodeId, EditError> {
        self.check_bodies(&new, None)?;
        let op = self.find_op(graph, &new)?;
        self.check_outputs(&new)?;
        let layered = self.dialect() == Dialect::OpenVino;
        let name = match new.name.as_str() {
            "" if layered => self.unique_name(&new.op_type),
            name => name.to_owned(),
        };
        let layer = if layered { self.next_layer().to_string() } else { String::new() };
        let node = NodeId::at(self.nodes.len());
        let inputs = self.push_operands(&new.inputs);
        let attributes = self.push_attributes(new.attributes);
        let first = self.values.len() as u32;
        let stem = if name.is_empty() { &new.op_type } else { &name };
        let is_named = layered && new.outputs.is_some();
        let names = new.outputs.unwrap_or_else(|| vec![self.unique_name(stem)]);
        let (name, layer) = (self.names.intern(&name), self.names.intern(&layer));
        for (index, output) in names.iter().enumerate() {
            // A value of IR has the name of its layer.
            let own = if layered { name } else { self.names.intern(output) };
            let value = self.push_value(graph, own, ValueRole::Output(node));
            if layered {
                let id = self.names.intern(&(new.inputs.len() + index).to_string());
                let names = if is_named { listed(output) } else { String::new() };
                let tensor_names = self.names.intern(&names);
                self.values[value.index()].port = self.add_output_port(OutputPort { id, tensor_names });
            }
        }
        let outputs = first..self.values.len() as u32;
        self.nodes.push(Node { graph, op, name, layer, inputs, outputs, attributes, place: PackedSpan::default() });
        self.adopt_bodies(node);
        Ok(node)
    }

    /// The outputs of a new node have names of their own; an omitted one has none.
    fn check_outputs(&self, new: &NewNode) -> Result<(), EditError> {
        let mut earlier = HashSet::new();
        new.outputs.iter().flatten().filter(|name| !name.is_empty()).try_for_each(|name| {
            self.check_name(name)?;
            if earlier.insert(name) { Ok(()) } else { Err(EditError::NameTaken(name.clone())) }
        })
    }

    pub(crate) fn push_value(&mut self, graph: GraphId, name: NameId, role: ValueRole) -> ValueId {
        self.values.push(Value::new(graph, name, role, None));
        let value = ValueId::at(self.values.len() - 1);
        self.add_value(value);
        value
    }

    fn push_attributes(&mut self, attributes: Vec<(String, super::AttributeArg)>) -> std::ops::Range<u32> {
        let attributes: Vec<Attribute> = attributes
            .into_iter()
            .map(|(name, value)| {
                let (name, value) = (self.names.intern(&name), value.value(self));
                Attribute { name, value, span: Span::default() }
            })
            .collect();
        let start = self.attributes.len() as u32;
        self.attributes.extend(attributes);
        start..self.attributes.len() as u32
    }

    /// A body belongs to one node: a description may have those of the node that it replaces, and of removed nodes.
    fn check_bodies(&self, new: &NewNode, replaced: Option<NodeId>) -> Result<(), EditError> {
        let owned = |&graph: &GraphId| match self.graph(graph).role {
            GraphRole::Body { owner, .. } => {
                replaced != Some(owner) && !self.is_removed(owner) && self.bodies(owner).any(|body| body == graph)
            }
            _ => true,
        };
        match new.attributes.iter().flat_map(|(_, value)| value.graphs()).any(owned) {
            true => Err(EditError::Unsupported("a body belongs to another node; `Model::add_body` makes a new one")),
            false => Ok(()),
        }
    }

    /// Makes a node the owner of the bodies in its attributes.
    pub(crate) fn adopt_bodies(&mut self, node: NodeId) {
        for Attribute { name: attribute, value, .. } in self.attributes(node).to_vec() {
            for (index, &graph) in value.graphs().iter().enumerate() {
                self.put_role(graph, GraphRole::Body { owner: node, attribute, index: index as u32 });
            }
        }
    }

    /// Adds an empty body to a node, as the attribute of this name. Its nodes may read the values of the graphs around it.
    ///
    /// # Errors
    /// The model is IR, whose bodies receive values through port maps.
    pub fn add_body(&mut self, node: NodeId, attribute: &str) -> Result<GraphId, EditError> {
        if self.dialect() == Dialect::OpenVino {
            return Err(EditError::Unsupported("bodies of IR layers cannot be added"));
        }
        self.check_present(node)?;
        let name = self.names.intern(attribute);
        let graph = self.push_graph(name, GraphRole::Body { owner: node, attribute: name, index: 0 });
        self.set_attribute(node, attribute, AttributeValue::Graph(graph));
        Ok(graph)
    }

    pub(crate) fn push_graph(&mut self, name: NameId, role: GraphRole) -> GraphId {
        self.graphs.push(crate::graph::Graph::empty(name, role));
        self.layout_mut().add_graph();
        GraphId::at(self.graphs.len() - 1)
    }

    /// The operator of a new node.
    fn find_op(&mut self, graph: GraphId, new: &NewNode) -> Result<OpId, EditError> {
        let (domain, name) = (self.names.intern(&new.domain), self.names.intern(&new.op_type));
        let (version, function) = match self.dialect() {
            // The version is the name of an extension, or of a numbered set.
            Dialect::OpenVino if !new.domain.is_empty() => (None, None),
            Dialect::OpenVino => (Some(new.opset.unwrap_or(1)), None),
            Dialect::Onnx => self.imported(graph, new)?,
        };
        let op = OpName { domain, name, written: name, overload: self.names.intern(&new.overload), version, function };
        Ok(self.op_id(op))
    }

    /// The id of an operator, which is added if no node refers to it yet.
    pub(crate) fn op_id(&mut self, op: OpName) -> OpId {
        if self.op_ids.len() != self.ops.len() {
            self.op_ids = self.ops.iter().enumerate().map(|(at, op)| (op.clone(), OpId::at(at))).collect();
        }
        if let Some(&known) = self.op_ids.get(&op) {
            return known;
        }
        self.ops.push(op.clone());
        let id = OpId::at(self.ops.len() - 1);
        self.op_ids.insert(op, id);
        id
    }

    /// The imported version of an operator's domain, and the function of the model that the operator names.
    fn imported(&self, graph: GraphId, new: &NewNode) -> Result<(Option<i64>, Option<u32>), EditError> {
        let plain = |domain: &str| if domain == "ai.onnx" { String::new() } else { domain.to_owned() };
        let domain = plain(&new.domain);
        let is_called = |f: &crate::graph::Function| {
            plain(self.name(f.domain)) == domain
                && self.name(f.name) == new.op_type
                && self.name(f.overload) == new.overload
        };
        let function = self.functions.iter().position(is_called).map(|at| at as u32);
        let imports = self.imports_of(graph);
        let import = imports.iter().find(|import| plain(self.name(import.domain)) == domain);
        match import {
            Some(import) => Ok((Some(import.version), function)),
            None => Err(EditError::MissingImport(new.domain.clone())),
        }
    }

    /// The operator sets that apply to a graph: those of the function that contains it, or of the model.
    pub(crate) fn imports_of(&self, graph: GraphId) -> &[OpsetImport] {
        match self.graph(self.root(graph)).role {
            GraphRole::Function(function) => &self.functions[function as usize].opsets,
            _ => &self.opsets,
        }
    }

    /// IR: an id that no layer has.
    fn next_layer(&mut self) -> u64 {
        let used = || self.nodes.iter().filter_map(|node| self.name(node.layer).parse::<u64>().ok());
        let next = self.next_layer.unwrap_or_else(|| used().max().map_or(0, |max| max.saturating_add(1)));
        self.next_layer = Some(next.saturating_add(1));
        next
    }

    /// The bodies of a node, in the order of its attributes.
    pub fn bodies(&self, node: NodeId) -> impl Iterator<Item = GraphId> + '_ {
        bodies(self, node)
    }
}
