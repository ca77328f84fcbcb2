//! Nodes and their attributes.

use super::ListingOptions;
use super::names::ValueNames;
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::format::onnx::write::external_entries;
use crate::format::onnx_text::print::{Text, data, element_name, kind_name};
use crate::graph::{Attribute, AttributeValue, Model, PortMap, Slicing, SparseTensor};
use crate::ids::{GraphId, NodeId, TensorId, ValueId};
use crate::source::Span;

/// Writes everything except graphs: nodes, attributes, tensors.
pub(super) struct Writer<'a> {
    pub(super) model: &'a Model,
    pub(super) options: &'a ListingOptions,
    /// Whether this is a file that is read again, also by others: data in other files is written as its location, and
    /// small floats and integers as bits.
    pub(super) is_file: bool,
    pub(super) names: &'a ValueNames,
    pub(super) text: Text,
    /// The number of tensors without elements, although all are requested.
    pub(super) omitted: usize,
    /// The locations of a node's parts, if requested.
    pub(super) tokens: Option<Tokens>,
}

/// The locations of the parts of one node in the listing.
#[derive(Default)]
pub(super) struct Tokens {
    pub(super) inputs: Vec<Span>,
    pub(super) outputs: Vec<Span>,
    pub(super) attributes: Vec<Span>,
    /// The number of bodies between them.
    pub(super) bodies: usize,
}

/// The position at which a node's attributes continue after a body.
#[derive(Clone, Copy, Default)]
pub(super) struct Resume {
    attribute: usize,
    body: usize,
}

impl Writer<'_> {
    /// Writes a node up to its first body, or to its end.
    pub(super) fn node(&mut self, node: NodeId) -> Option<Resume> {
        let model = self.model;
        let name = model.name(model.node(node).name);
        if !name.is_empty() {
            self.text.push("[");
            self.text.name(name);
            self.text.push("] ");
        }
        for (i, value) in model.outputs(node).enumerate() {
            self.text.push(if i > 0 { ", " } else { "" });
            let start = self.text.position();
            self.names.value(&mut self.text, model, value);
            self.note(start, |tokens| &mut tokens.outputs);
        }
        self.text.push(" = ");
        self.operator(node);
        if model
            .attributes(node)
            .iter()
            .any(|a| matches!(a.value, AttributeValue::Graph(_) | AttributeValue::Graphs(_)))
        {
            self.inputs(node);
            return Some(Resume::default());
        }
        self.attributes(node, Resume::default());
        self.inputs(node);
        None
    }

    fn note(&mut self, start: u64, list: impl FnOnce(&mut Tokens) -> &mut Vec<Span>) {
        let span = Span::new(start, self.text.position());
        if let Some(tokens) = &mut self.tokens {
            list(tokens).push(span);
        }
    }

    /// `domain.Op:overload`. IR: the domain is `openvino`, the overload the opset as written.
    fn operator(&mut self, node: NodeId) {
        let op = self.model.op(node);
        if self.model.dialect() == Dialect::OpenVino {
            self.text.push("openvino.");
            self.text.word(self.model.name(op.name), Some('.'));
            match op.version {
                Some(version) => self.text.display(format_args!(":opset{version}")),
                None if op.domain.is_empty() => {}
                None => {
                    self.text.push(":");
                    self.text.word(self.model.name(op.domain), None);
                }
            }
            return;
        }
        self.text.operator(self.model, op);
    }

    fn inputs(&mut self, node: NodeId) {
        self.text.push(" (");
        for (i, &operand) in self.model.inputs(node).iter().enumerate() {
            self.text.push(if i > 0 { ", " } else { "" });
            let start = self.text.position();
            self.names.operand(&mut self.text, self.model, operand);
            self.note(start, |tokens| &mut tokens.inputs);
        }
        self.text.push(")");
    }

    /// Writes the attributes of a node from a given position, up to a body or to their end.
    pub(super) fn attributes(&mut self, node: NodeId, from: Resume) -> Option<(GraphId, Resume)> {
        let attributes = self.model.attributes(node);
        let mut body = from.body;
        for (i, attribute) in attributes.iter().enumerate().skip(from.attribute) {
            if body == 0 {
                self.text.push(if i == 0 { " <" } else { ", " });
                let start = self.text.position();
                self.note(start, |tokens| &mut tokens.attributes);
                self.attribute_name(attribute);
            }
            if let AttributeValue::Graph(_) | AttributeValue::Graphs(_) = attribute.value {
                if let Some(&graph) = attribute.value.graphs().get(body) {
                    self.text.push(if body > 0 { ", " } else { "" });
                    return Some((graph, Resume { attribute: i, body: body + 1 }));
                }
                self.text.push(if matches!(attribute.value, AttributeValue::Graphs(_)) { "]" } else { "" });
                body = 0;
            } else {
                self.value(&attribute.value);
            }
            let end = self.text.position();
            if let Some(span) = self.tokens.as_mut().and_then(|t| t.attributes.last_mut()) {
                span.end = end;
            }
        }
        self.text.push(if attributes.is_empty() { "" } else { ">" });
        None
    }

    /// `name: kind = `
    fn attribute_name(&mut self, attribute: &Attribute) {
        self.text.word(self.model.name(attribute.name), None);
        self.text.push(": ");
        self.text.push(kind_name(&attribute.value));
        self.text.push(" = ");
        self.text.push(if matches!(attribute.value, AttributeValue::Graphs(_)) { "[" } else { "" });
    }

    /// Writes a parameter of a function with its default.
    pub(super) fn parameter(&mut self, name: &str, default: &AttributeValue) {
        self.text.word(name, None);
        self.text.push(": ");
        self.text.push(kind_name(default));
        self.text.push(" = ");
        self.value(default);
    }

    /// Writes a value that is not a graph.
    fn value(&mut self, value: &AttributeValue) {
        use AttributeValue as A;
        match value {
            A::Tensor(tensor) => self.tensor(*tensor, None),
            A::SparseTensor(sparse) => self.sparse(sparse),
            A::Tensors(values) => self.list(&values[..], |w, v| w.tensor(*v, None)),
            A::SparseTensors(values) => self.list(&values[..], Self::sparse),
            A::PortMap(map) => self.port_map(map),
            value => self.text.plain_value(self.model, value),
        }
    }

    fn list<T>(&mut self, values: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.text.push("[");
        for (i, value) in values.iter().enumerate() {
            self.text.push(if i > 0 { ", " } else { "" });
            write(self, value);
        }
        self.text.push("]");
    }

    /// `float[2] name {1,2}`, with `=` before the elements of an initializer.
    pub(super) fn tensor(&mut self, id: TensorId, initializer: Option<ValueId>) {
        let tensor = self.model.tensor(id);
        self.text.push(element_name(tensor.element));
        self.text.sizes(tensor.sizes.as_deref());
        // The constant of an IR layer has the name of the layer.
        if let Some(value) = initializer {
            self.text.push(" ");
            self.text.name(self.model.value_name(value));
        } else if !tensor.name.is_empty() && self.model.dialect() == Dialect::Onnx {
            self.text.push(" ");
            self.text.name(self.model.name(tensor.name));
        }
        let initializer = initializer.is_some();
        self.text.push(if initializer { " = " } else { "" });
        let entries = if self.is_file { external_entries(self.model, id) } else { Vec::new() };
        if !entries.is_empty() {
            self.text.push(if initializer { "" } else { " " });
            return self.text.entries(&entries);
        }
        // The reference printer puts a space before numbers and none before strings; an omission follows the `=`
        // directly.
        let is_all = self.options.weights && self.text.position() < self.text.cut_from();
        if self.elements(id, is_all) || is_all && self.elements(id, false) {
            return;
        }
        let has_elements = || data::shown(self.model, id, true, self.is_file).is_some();
        self.omitted += usize::from(self.options.weights && has_elements());
        self.elided(id, initializer);
    }

    /// Writes the elements of a tensor: all, or few. Whether there are any that fit.
    fn elements(&mut self, id: TensorId, is_all: bool) -> bool {
        let Some(elements) = data::shown(self.model, id, is_all, self.is_file) else { return false };
        let start = self.text.position();
        let texts = self.model.tensor(id).element == Some(ElementType::String);
        self.text.push(if texts { "" } else { " " });
        data::write(&mut self.text, &elements);
        !self.text.take_back_cut(start)
    }

    fn elided(&mut self, id: TensorId, initializer: bool) {
        self.text.push(if initializer { "" } else { " " });
        data::elided(&mut self.text, self.model, id, self.options.hashes);
    }

    /// `sparse_tensor(float[5]) {float[2] {1,2}, int64[2] {0,3}}`: a custom form, since the reference has none.
    fn sparse(&mut self, sparse: &SparseTensor) {
        let values = self.model.tensor(sparse.values);
        self.text.push("sparse_tensor(");
        self.text.push(element_name(values.element));
        self.text.sizes(sparse.shape.as_deref());
        self.text.push(") {");
        self.tensor(sparse.values, None);
        if let Some(indices) = sparse.indices {
            self.text.push(", ");
            self.tensor(indices, None);
        }
        self.text.push("}");
    }

    /// How the ports of an IR layer map to its body, one string per entry.
    fn port_map(&mut self, map: &PortMap) {
        let shown = |n: Option<usize>| n.map_or("?".to_owned(), |n| n.to_string());
        let inputs = map.inputs.iter().map(|i| {
            let external =
                if i.current_iteration { "iteration".to_owned() } else { format!("input {}", shown(i.external)) };
            format!("{external} -> parameter {}{}", shown(i.parameter), slicing(i.slice))
        });
        let outputs = map.outputs.iter().map(|o| {
            let external =
                if o.execution_condition { "condition".to_owned() } else { format!("output {}", shown(o.external)) };
            format!("result {} -> {external}{}", shown(o.result), slicing(o.concat))
        });
        let back =
            map.back_edges.iter().map(|b| format!("result {} -> parameter {}", shown(b.result), shown(b.parameter)));
        let entries: Vec<String> = inputs.chain(outputs).chain(back).collect();
        self.list(&entries, |w, entry| w.text.quoted(entry));
    }
}

fn slicing(slicing: Option<Slicing>) -> String {
    slicing.map_or(String::new(), |s| {
        let Slicing { axis, start, end, stride, part_size } = s;
        format!(", axis {axis}, start {start}, end {end}, stride {stride}, part_size {part_size}")
    })
}
