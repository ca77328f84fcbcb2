//! Edits that a compiler pass makes to a model before it infers again. The file is not read again.

use super::attribute::{Attribute, AttributeValue};
use super::model::{Declaration, Model, Operand};
use crate::fact::ValueType;
use crate::ids::{NodeId, ValueId};
use crate::source::Span;

impl Model {
    /// Replaces the value that an input of a node reads. Does nothing if the node has no such input.
    pub fn set_input(&mut self, node: NodeId, index: usize, operand: Operand) {
        let range = self.node(node).inputs.clone();
        if index < range.len() {
            self.operands[range.start as usize + index] = operand;
        }
    }

    /// Sets an attribute of a node; replaces an existing one of the same name.
    pub fn set_attribute(&mut self, node: NodeId, name: &str, value: AttributeValue) {
        let name = self.names.intern(name);
        let range = self.node(node).attributes.clone();
        let own = &mut self.attributes[range.start as usize..range.end as usize];
        if let Some(attribute) = own.iter_mut().find(|a| a.name == name) {
            attribute.value = value;
            return;
        }
        // The arena is append-only: the node's attributes move to its end, and the old ones remain unused.
        let mut moved = own.to_vec();
        moved.push(Attribute { name, value, span: Span::default() });
        self.replace_attributes(node, moved);
    }

    /// Removes every attribute of this name from a node.
    pub fn remove_attribute(&mut self, node: NodeId, name: &str) {
        let kept = self.attributes(node).iter().filter(|a| self.name(a.name) != name).cloned().collect();
        self.replace_attributes(node, kept);
    }

    fn replace_attributes(&mut self, node: NodeId, attributes: Vec<Attribute>) {
        let start = self.attributes.len() as u32;
        self.attributes.extend(attributes);
        self.nodes[node.index()].attributes = start..self.attributes.len() as u32;
    }

    /// Declares the type of a value: inference starts from that of a graph input and compares that of any other value.
    pub fn declare(&mut self, value: ValueId, ty: ValueType) {
        let span = self.value(value).declaration.map(|d| self.declaration(d).span).unwrap_or_default();
        self.declarations.push(Declaration { ty: ty.into(), span });
        self.values[value.index()].declaration = Some(crate::ids::DeclarationId::at(self.declarations.len() - 1));
    }

    /// An attribute value of an IR layer with this text.
    pub fn text(&mut self, text: &str) -> AttributeValue {
        AttributeValue::Text(self.names.intern(text))
    }
}
