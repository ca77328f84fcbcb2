//! Edits that a compiler pass makes to a model. The file is not read again; `write` writes the model as it then is.
//!
//! Ids stay valid: a removed node or value keeps its id, and new ones get higher ids.

mod declare;
mod empty;
mod error;
mod functions;
mod header;
mod insert;
mod log;
mod names;
mod new_node;
mod order;
mod outline;
mod savepoint;
mod scope;

pub use error::EditError;
pub use insert::At;
pub use new_node::NewNode;
pub use savepoint::Savepoint;

use super::AttributeArg;
use super::attribute::{Attribute, AttributeValue};
use super::model::Model;
use super::records::{Operand, Port};
use super::use_lists::Use;
use crate::dialect::Dialect;
use crate::ids::{GraphId, NodeId, OperandId, ValueId};
use crate::source::Span;

impl Model {
    /// Makes an input of a node read another value, or nothing.
    ///
    /// # Errors
    /// The node has no such input, or the value is not available there.
    ///
    /// # Panics
    /// If an id belongs to another model and is out of range for this one.
    pub fn set_input(&mut self, node: NodeId, index: usize, operand: impl Into<Operand>) -> Result<(), EditError> {
        self.check_present(node)?;
        let range = self.node(node).inputs.clone();
        if index >= range.len() {
            let place = self.describe(node);
            return Err(EditError::NoSuchPosition { place, what: "input", index, count: range.len() });
        }
        let operand = operand.into();
        if let (Some(output), Some(value)) = (self.output_of_result(node), operand.value()) {
            return self.set_output(self.node(node).graph, output, value);
        }
        self.check_operand(operand, node)?;
        self.put_operand(node, OperandId::at(range.start as usize + index), operand);
        if let Some(output) = self.output_of_result(node) {
            let graph = self.node(node).graph;
            let record = self.graph(graph).outputs[output].clone();
            self.put_output(graph, output, super::GraphOutput { operand, ..record });
        }
        Ok(())
    }

    /// IR: the output of the graph that a Result layer is.
    pub(crate) fn output_of_result(&self, node: NodeId) -> Option<usize> {
        if self.dialect() == Dialect::Onnx || self.outputs(node).len() > 0 {
            return None;
        }
        self.graph(self.node(node).graph).outputs.iter().position(|output| output.node == Some(node))
    }

    /// Refuses to change a node that is an input or an output of its graph: a Parameter or a Result of IR.
    fn check_inner(&self, node: NodeId) -> Result<(), EditError> {
        let inputs = &self.graph(self.node(node).graph).inputs;
        // Only a layer without inputs can be one of its graph. A graph may have many.
        let may_be_input = self.dialect() == Dialect::OpenVino && self.inputs(node).is_empty();
        let is_input = may_be_input && self.outputs(node).any(|value| inputs.contains(&value));
        if self.output_of_result(node).is_some() || is_input {
            let why = "the layer is an input or an output of its graph; edit those with `remove_input` and its like";
            return Err(EditError::Unsupported(why));
        }
        Ok(())
    }

    /// Replaces all inputs of a node.
    ///
    /// # Errors
    /// A value is not available at the node. IR: the layer is an input or an output of its graph, or has a port map.
    pub fn set_inputs(&mut self, node: NodeId, inputs: &[Operand]) -> Result<(), EditError> {
        self.check_present(node)?;
        self.check_inner(node)?;
        if self.attributes(node).iter().any(|attribute| matches!(attribute.value, AttributeValue::PortMap(_))) {
            return Err(EditError::Unsupported("the port map of the layer names its inputs by position"));
        }
        inputs.iter().try_for_each(|&operand| self.check_operand(operand, node))?;
        self.put_inputs_of(node, inputs);
        Ok(())
    }

    pub(crate) fn put_inputs_of(&mut self, node: NodeId, inputs: &[Operand]) {
        let inputs = self.push_operands(inputs);
        let record = super::Node { inputs, ..self.node(node).clone() };
        self.put_node(node, record);
    }

    /// Sets an attribute of a node; replaces an existing one of the same name.
    pub fn set_attribute(&mut self, node: NodeId, name: &str, value: impl Into<AttributeArg>) {
        let value = value.into().value(self);
        let name = self.names.intern(name);
        let mut attributes = self.attributes(node).to_vec();
        let new = Attribute { name, value, span: Span::default() };
        match attributes.iter_mut().find(|attribute| attribute.name == name) {
            Some(attribute) => *attribute = new,
            None => attributes.push(new),
        }
        self.replace_attributes(node, attributes);
    }

    /// Removes every attribute of this name from a node.
    pub fn remove_attribute(&mut self, node: NodeId, name: &str) {
        let attributes = self.attributes(node);
        let kept: Vec<Attribute> = attributes.iter().filter(|a| self.name(a.name) != name).cloned().collect();
        if kept.len() < attributes.len() {
            self.replace_attributes(node, kept);
        }
    }

    /// Renames the attribute of this name; its value stays.
    pub fn rename_attribute(&mut self, node: NodeId, from: &str, to: &str) {
        let to = self.names.intern(to);
        let mut attributes = self.attributes(node).to_vec();
        if let Some(attribute) = attributes.iter_mut().find(|attribute| self.name(attribute.name) == from) {
            // Its record in the file has the old name.
            (attribute.name, attribute.span) = (to, Span::default());
            self.replace_attributes(node, attributes);
        }
    }

    /// Removes all attributes of this name but the first.
    pub(crate) fn keep_first_attribute(&mut self, node: NodeId, name: &str) {
        let attributes = self.attributes(node);
        let mut is_first = true;
        let keep = |attribute: &&Attribute| self.name(attribute.name) != name || std::mem::take(&mut is_first);
        let kept: Vec<Attribute> = attributes.iter().filter(keep).cloned().collect();
        self.replace_attributes(node, kept);
    }

    /// Makes a node another operator of the same domain and version; inputs, outputs, and attributes stay.
    ///
    /// # Errors
    /// The node was removed, or it is an input or an output of its graph.
    pub fn set_op_type(&mut self, node: NodeId, op_type: &str) -> Result<(), EditError> {
        self.check_present(node)?;
        self.check_inner(node)?;
        let name = self.names.intern(op_type);
        let op = super::OpName { name, written: name, function: None, ..self.op(node).clone() };
        let op = self.op_id(op);
        let record = super::Node { op, ..self.node(node).clone() };
        self.put_node(node, record);
        Ok(())
    }

    /// The arena is append-only: the attributes of the node move to its end, and the old ones remain unused.
    fn replace_attributes(&mut self, node: NodeId, attributes: Vec<Attribute>) {
        let start = self.attributes.len() as u32;
        self.attributes.extend(attributes);
        let record = super::Node { attributes: start..self.attributes.len() as u32, ..self.node(node).clone() };
        self.put_node(node, record);
        self.adopt_bodies(node);
    }

    /// Makes everything that reads one value read another: inputs of nodes, in bodies, too, and outputs of graphs,
    /// which keep their names.
    ///
    /// # Errors
    /// The new value is not available at a reader. Then nothing changes.
    pub fn replace_uses(&mut self, value: ValueId, with: ValueId) -> Result<(), EditError> {
        self.replace_uses_if(value, with, |_| true)
    }

    /// Like [`Model::replace_uses`], for those uses that `choose` selects.
    ///
    /// # Errors
    /// The new value is not available at a reader. Then nothing changes.
    pub fn replace_uses_if(
        &mut self,
        value: ValueId,
        with: ValueId,
        choose: impl Fn(Use) -> bool,
    ) -> Result<(), EditError> {
        if value == with {
            return Ok(());
        }
        // A Result of IR follows the output that it is.
        let is_result = |used| matches!(used, Use::Input { node, .. } if self.output_of_result(node).is_some());
        let uses: Vec<Use> = self.uses(value).filter(|&used| !is_result(used) && choose(used)).collect();
        for &used in &uses {
            if let Use::Input { node, .. } = used {
                self.check_operand(Operand::Value(with), node)?;
            }
        }
        self.transaction(|model| {
            uses.into_iter().try_for_each(|used| match used {
                Use::Input { node, index } => {
                    let at = model.node(node).inputs.start + index as u32;
                    model.put_operand(node, OperandId::new(at), Operand::Value(with));
                    Ok(())
                }
                Use::Output { graph, index } => model.set_output(graph, index, with),
            })
        })
    }

    /// Removes a node.
    ///
    /// # Errors
    /// An output of it is still read. IR: the layer is an input or an output of its graph.
    pub fn remove(&mut self, node: NodeId) -> Result<(), EditError> {
        self.check_present(node)?;
        self.check_inner(node)?;
        for value in self.outputs(node).collect::<Vec<_>>() {
            self.check_unused(value)?;
        }
        self.take_out(node);
        Ok(())
    }

    /// Removes a node if nothing reads its outputs, then the producers that nothing else reads. Returns how many. Nodes
    /// without outputs, graph inputs, and initializers stay.
    pub fn remove_unused(&mut self, node: NodeId) -> usize {
        let mut candidates = vec![node];
        let mut removed = 0;
        while let Some(node) = candidates.pop() {
            let is_needed = self.outputs(node).len() == 0 || self.outputs(node).any(|value| !self.is_unused(value));
            if is_needed || self.is_removed(node) || self.check_inner(node).is_err() {
                continue;
            }
            let inputs: Vec<Operand> = self.inputs(node).to_vec();
            self.take_out(node);
            removed += 1;
            candidates.extend(inputs.into_iter().filter_map(|operand| self.producer(operand.value()?)));
        }
        removed
    }

    pub(crate) fn check_unused(&mut self, value: ValueId) -> Result<(), EditError> {
        const SHOWN: usize = 4;
        let mut readers: Vec<String> = self.uses(value).take(SHOWN + 1).map(|used| self.describe_use(used)).collect();
        if readers.is_empty() {
            return Ok(());
        }
        if readers.len() > SHOWN {
            readers.truncate(SHOWN);
            readers.push("others".to_owned());
        }
        Err(EditError::StillRead { name: self.value_name(value).to_owned(), readers: readers.join(", ") })
    }

    fn describe_use(&self, used: Use) -> String {
        match used {
            Use::Input { node, index } => format!("input {index} of {}", self.describe(node)),
            Use::Output { graph, index } => format!("output {index} of graph `{}`", self.display_path(graph)),
        }
    }

    pub(crate) fn check_present(&self, node: NodeId) -> Result<(), EditError> {
        if self.is_removed(node) {
            return Err(EditError::Removed(self.describe(node)));
        }
        self.check_graph(self.node(node).graph)
    }

    /// Whether a graph is part of the model: not a body of a removed node.
    pub(crate) fn check_graph(&self, graph: GraphId) -> Result<(), EditError> {
        match self.edits.as_ref().is_some_and(|edits| edits.removed_graphs.contains(&graph)) {
            true => Err(EditError::Removed(format!("graph `{}`", self.display_path(graph)))),
            false => Ok(()),
        }
    }

    /// Adds operands to the arena, and for IR the ports that belong to them.
    fn push_operands(&mut self, operands: &[Operand]) -> std::ops::Range<u32> {
        let start = self.operands.len() as u32;
        self.operands.extend(operands);
        if self.dialect() == Dialect::OpenVino {
            for (index, operand) in operands.iter().enumerate() {
                let id = self.names.intern(&index.to_string());
                let declaration = operand.value().and_then(|value| self.value(value).declaration);
                self.ports.push(Port { id, declaration });
            }
        }
        start..self.operands.len() as u32
    }
}
