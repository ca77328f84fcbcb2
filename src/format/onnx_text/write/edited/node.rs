//! Statements of new and changed nodes.

use super::Printer;
use crate::format::onnx_text::print::{Text, element_name, kind_name};
use crate::graph::{Attribute, AttributeValue, SparseTensor, UNREADABLE};
use crate::ids::{GraphId, NodeId, TensorId};
use crate::rewrite::WriteError;
use crate::source::Span;

impl Printer<'_> {
    /// `[name] y = Op <axis: int = 1> (x)`
    pub(super) fn node(&mut self, id: NodeId) -> Result<String, WriteError> {
        let model = self.model;
        let mut text = Text::default();
        let name = model.name(model.node(id).name);
        if !name.is_empty() {
            text.push("[");
            text.name(name);
            text.push("] ");
        }
        text.list(", ", model.outputs(id), |text, value| text.name(model.value_name(value)));
        text.push(" = ");
        if model.name(model.op(id).domain) == UNREADABLE {
            let node = model.describe(id);
            return Err(WriteError::Inconsistent(format!("{node} could not be read, so it cannot be changed")));
        }
        text.operator(model, model.op(id));
        let inputs = self.operands(id)?;
        // As in the listing, bodies come last.
        let (before, after) = if model.bodies(id).next().is_some() { (&inputs[..], "") } else { ("", &inputs[..]) };
        text.push(before);
        for (at, attribute) in model.attributes(id).iter().enumerate() {
            text.push(if at == 0 { " <" } else { ", " });
            text.push(&self.attribute(id, attribute)?);
        }
        text.push(if model.attributes(id).is_empty() { "" } else { ">" });
        text.push(after);
        Ok(text.into_string())
    }

    fn operands(&mut self, id: NodeId) -> Result<String, WriteError> {
        let mut text = Text::default();
        text.push(" (");
        for (at, &operand) in self.model.inputs(id).iter().enumerate() {
            text.push(if at == 0 { "" } else { ", " });
            text.name(self.edits.operand(id, operand)?);
        }
        text.push(")");
        Ok(text.into_string())
    }

    fn attribute(&mut self, node: NodeId, attribute: &Attribute) -> Result<String, WriteError> {
        if attribute.span != Span::default() {
            let changed = attribute.value.graphs().iter().copied().filter(|&graph| self.edits.is_changed(graph));
            let mut patches = Vec::new();
            for graph in changed.collect::<Vec<GraphId>>() {
                patches.push((self.model.graph(graph).span, self.whole_graph(graph)?));
            }
            return self.patched(attribute.span, patches);
        }
        let mut text = Text::default();
        let name = self.model.name(attribute.name);
        text.word(name, None);
        text.push(": ");
        text.push(kind_name(&attribute.value));
        text.push(" = ");
        text.push(&self.value(node, name, &attribute.value)?);
        Ok(text.into_string())
    }

    fn value(&mut self, node: NodeId, name: &str, value: &AttributeValue) -> Result<String, WriteError> {
        use AttributeValue as A;
        if let Some(why) = loss(value) {
            return Err(WriteError::Text { name: format!("{name} of {}", self.model.display_label(node)), why });
        }
        Ok(match value {
            A::Tensor(id) => self.attribute_tensor(*id, name)?,
            A::Tensors(ids) => bracketed(ids.iter().map(|&id| self.attribute_tensor(id, name)))?,
            A::SparseTensor(sparse) => self.sparse(sparse, name)?,
            A::SparseTensors(list) => bracketed(list.iter().map(|sparse| self.sparse(sparse, name)))?,
            A::Graph(graph) => self.whole_graph(*graph)?,
            A::Graphs(graphs) => bracketed(graphs.iter().map(|&graph| self.whole_graph(graph)))?,
            A::Malformed(_) | A::Text(_) | A::PortMap(_) => {
                let node = self.model.describe(node);
                let message = format!("attribute `{name}` of {node} cannot be written: ONNX has no such value");
                return Err(WriteError::Inconsistent(message));
            }
            plain => {
                let mut text = Text::default();
                text.plain_value(self.model, plain);
                text.into_string()
            }
        })
    }

    fn attribute_tensor(&self, id: TensorId, attribute: &str) -> Result<String, WriteError> {
        self.tensor(id, None, attribute)
    }

    /// `sparse_tensor(float[5]) {float[2] {1,2}, int64[2] {0,3}}`
    fn sparse(&self, sparse: &SparseTensor, attribute: &str) -> Result<String, WriteError> {
        let mut text = Text::default();
        text.push("sparse_tensor(");
        text.push(element_name(self.model.tensor(sparse.values).element));
        text.sizes(sparse.shape.as_deref());
        text.push(") {");
        text.push(&self.attribute_tensor(sparse.values, attribute)?);
        if let Some(indices) = sparse.indices {
            text.push(", ");
            text.push(&self.attribute_tensor(indices, attribute)?);
        }
        text.push("}");
        Ok(text.into_string())
    }
}

fn bracketed(items: impl Iterator<Item = Result<String, WriteError>>) -> Result<String, WriteError> {
    Ok(format!("[{}]", items.collect::<Result<Vec<_>, _>>()?.join(", ")))
}

/// What the text of a value would lose.
fn loss(value: &AttributeValue) -> Option<&'static str> {
    let is_nan = |value: &f32| value.is_nan() && value.abs().to_bits() != f32::NAN.to_bits();
    let is_text = |bytes: &[u8]| std::str::from_utf8(bytes).is_ok();
    match value {
        AttributeValue::Float(value) if is_nan(value) => Some("a NaN has a payload, which `nan` loses"),
        AttributeValue::Floats(values) if values.iter().any(is_nan) => Some("a NaN has a payload, which `nan` loses"),
        AttributeValue::String(bytes) if !is_text(bytes) => Some("a string is not valid UTF-8"),
        AttributeValue::Strings(list) if !list.iter().all(|bytes| is_text(bytes)) => {
            Some("a string is not valid UTF-8")
        }
        AttributeValue::Type(crate::fact::ValueType::Unknown) => Some("the type is unknown"),
        _ => None,
    }
}
