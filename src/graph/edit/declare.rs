//! Declared types.

use std::sync::Arc;

use crate::dialect::Dialect;
use crate::fact::ValueType;
use crate::graph::{Declaration, GraphOutput, Model, Use, Value, ValueRole};
use crate::ids::{DeclarationId, GraphId, NodeId, OperandId, ValueId};
use crate::source::Span;

impl Model {
    /// Declares the type of a value: inference starts from that of a graph input and compares that of any other value.
    /// Where the value is an output of its graph, the output has the type.
    pub fn declare(&mut self, value: ValueId, ty: ValueType) {
        self.declare_shared(value, &Arc::new(ty));
    }

    /// IR: the port of an input records the declared type of what it reads.
    pub(crate) fn record_input(&mut self, node: NodeId, index: usize) {
        if let Some(&operand) = self.inputs(node).get(index) {
            let at = OperandId::at(self.node(node).inputs.start as usize + index);
            self.put_operand(node, at, operand);
        }
    }

    /// IR: all inputs that record a type record the declared type of what they read.
    pub(crate) fn record_at_readers(&mut self, value: ValueId) {
        let records_type = |&(node, index): &(NodeId, usize)| {
            let declaration = self.input_port(node, index).and_then(|port| port.declaration);
            let tensor = declaration.and_then(|declaration| self.declaration(declaration).ty.as_tensor());
            tensor.is_some_and(|ty| ty.element.is_some() || ty.shape.rank().is_some_and(|rank| rank > 0))
        };
        let inputs = self.uses(value).filter_map(|used| match used {
            Use::Input { node, index } => Some((node, index)),
            Use::Output { .. } => None,
        });
        let inputs: Vec<_> = inputs.filter(records_type).collect();
        inputs.into_iter().for_each(|(node, index)| self.record_input(node, index));
    }

    /// Like [`Model::declare`], with a type that declarations of other values share.
    pub(crate) fn declare_shared(&mut self, value: ValueId, ty: &Arc<ValueType>) {
        let span = self.span_of(self.value(value).declaration);
        let declaration = Some(self.declaration_of(ty, span));
        let record = Value { declaration, ..self.value(value).clone() };
        let graph = record.graph;
        self.put_value(value, record);
        if self.dialect() == Dialect::OpenVino || self.producer(value).is_none() {
            return;
        }
        let outputs = self.outputs_of(value).filter(|(of, _)| *of == graph).map(|(_, index)| index as usize);
        for index in outputs.collect::<Vec<_>>() {
            let output = self.graph(graph).outputs[index].clone();
            // What the file declares by one record stays one declaration.
            match span != Span::default() && self.span_of(output.declaration) == span {
                true => self.put_output(graph, index, GraphOutput { declaration, ..output }),
                false => self.declare_output_shared(graph, index, ty),
            }
        }
    }

    /// ONNX: declares the type of an output of a graph. Where the output is an input, an initializer, or a value of a graph
    /// around it, it has a declaration of its own. IR: nothing, because outputs have no types but those of their values.
    ///
    /// # Panics
    /// If the graph has no such output.
    pub fn declare_output(&mut self, graph: GraphId, index: usize, ty: ValueType) {
        self.declare_output_shared(graph, index, &Arc::new(ty));
    }

    /// Like [`Model::declare_output`], with a type that other declarations share.
    pub(crate) fn declare_output_shared(&mut self, graph: GraphId, index: usize, ty: &Arc<ValueType>) {
        if self.dialect() == Dialect::OpenVino {
            return;
        }
        let output = self.graph(graph).outputs[index].clone();
        let declaration = Some(self.push_declaration(ty, self.span_of(output.declaration)));
        self.put_output(graph, index, GraphOutput { declaration, ..output });
    }

    /// IR: records the type of an input port.
    pub(crate) fn declare_port(&mut self, node: NodeId, index: usize, ty: &Arc<ValueType>) {
        let at = self.node(node).inputs.start + index as u32;
        if let Some(port) = self.ports.get(at as usize) {
            let span = self.span_of(port.declaration);
            let declaration = self.push_declaration(ty, span);
            self.put_port(node, at, Some(declaration));
        }
    }

    /// IR: removes what the ports that read a value record.
    pub(crate) fn remove_port_declarations(&mut self, value: ValueId) {
        for used in self.uses(value).collect::<Vec<_>>() {
            if let Use::Input { node, index } = used {
                let at = self.node(node).inputs.start + index as u32;
                self.put_port(node, at, None);
            }
        }
    }

    /// Removes the declaration of a value. That of a graph input stays: its type is part of the interface.
    pub fn remove_declaration(&mut self, value: ValueId) {
        let record = Value { declaration: None, ..self.value(value).clone() };
        if !matches!(record.role, ValueRole::Input { .. }) {
            self.put_value(value, record);
        }
    }

    /// The record that a new declaration takes the place of.
    fn span_of(&self, declaration: Option<DeclarationId>) -> Span {
        declaration.map(|declaration| self.declaration(declaration).span).unwrap_or_default()
    }

    /// Makes room for this many more declarations.
    pub(crate) fn reserve_declarations(&mut self, count: usize) {
        if count > 0 {
            self.declarations.reserve_exact(count);
        }
    }

    /// A declaration of a value. New ones of one type in a row are one: a node may have thousands of outputs.
    fn declaration_of(&mut self, ty: &Arc<ValueType>, span: Span) -> DeclarationId {
        if let Some(last) = self.declarations.len().checked_sub(1).map(DeclarationId::at) {
            let known = self.declaration(last);
            let is_same = Arc::ptr_eq(&known.ty, ty) && known.span == span && span == Span::default();
            if is_same && self.is_new_declaration(last) {
                return last;
            }
        }
        self.push_declaration(ty, span)
    }

    fn push_declaration(&mut self, ty: &Arc<ValueType>, span: Span) -> DeclarationId {
        // The log knows how many declarations the file has.
        self.log();
        self.declarations.push(Declaration { ty: ty.clone(), span });
        DeclarationId::at(self.declarations.len() - 1)
    }

    /// Whether a declaration was made since the file was read.
    pub(crate) fn is_new_declaration(&self, declaration: DeclarationId) -> bool {
        self.edits.as_ref().is_some_and(|edits| declaration.index() >= edits.read_declarations)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::ReadOptions;
    use crate::source::Source;

    #[test]
    fn values_in_a_row_share_a_declaration_until_one_has_another_type() {
        let text = r#"<ir_version: 9, opset_import: ["" : 18]>
            g (float[N] x) => (y) { a = Abs (x)  b = Neg (a)  y = Exp (b) }"#;
        let mut model = Model::read(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
        let [a, b, y] = ["a", "b", "y"].map(|name| {
            let mut values = (0..model.values.len()).map(ValueId::at);
            values.find(|&value| model.value_name(value) == name).expect(name)
        });
        let [known, unknown] = ["f32[N]", "f32[?]"].map(|ty| Arc::new(ty.parse::<ValueType>().expect(ty)));
        [a, b, y].into_iter().for_each(|value| model.declare_shared(value, &known));
        let declarations = |model: &Model| [a, b, y].map(|value| model.value(value).declaration);
        let [first, second, third] = declarations(&model);
        assert!(first.is_some() && first == second && second == third);
        let output = model.graph(model.value(y).graph).outputs[0].declaration;
        assert!(output.is_some() && output != third, "an output has a declaration of its own");
        model.declare_shared(b, &unknown);
        assert_eq!([a, b, y].map(|value| model.declared(value)), [&known, &unknown, &known].map(|ty| Some(&**ty)));
    }
}
