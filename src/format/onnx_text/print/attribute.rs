//! Operators and the values of attributes that are neither tensors nor graphs.

use super::text::Text;
use crate::graph::{AttributeType, AttributeValue, Model, OpName};

/// The kind of an attribute in the text.
pub(crate) fn kind_name(value: &AttributeValue) -> &'static str {
    match value {
        AttributeValue::Text(_) => "string",
        AttributeValue::PortMap(_) => "strings",
        // A value without a kind, or with the wrong kind, is read back as a value without a kind.
        AttributeValue::Malformed(_) => "undefined",
        value => match value.kind() {
            Some(AttributeType::Int) => "int",
            Some(AttributeType::Float) => "float",
            Some(AttributeType::String) => "string",
            Some(AttributeType::Tensor) => "tensor",
            Some(AttributeType::SparseTensor) => "sparse_tensor",
            Some(AttributeType::Graph) => "graph",
            Some(AttributeType::Type) => "type_proto",
            Some(AttributeType::Ints) => "ints",
            Some(AttributeType::Floats) => "floats",
            Some(AttributeType::Strings) => "strings",
            Some(AttributeType::Tensors) => "tensors",
            Some(AttributeType::SparseTensors) => "sparse_tensors",
            Some(AttributeType::Graphs) => "graphs",
            Some(AttributeType::Types) => "type_protos",
            None => "undefined",
        },
    }
}

impl Text {
    /// `domain.Op:overload` of ONNX.
    pub(crate) fn operator(&mut self, model: &Model, op: &OpName) {
        let [domain, name, overload] = [op.domain, op.name, op.overload].map(|id| model.name(id));
        if !domain.is_empty() {
            self.word(domain, None);
            self.push(".");
        }
        if !(name.is_empty() && domain.is_empty()) {
            self.word(name, Some('.'));
        }
        if !overload.is_empty() {
            self.push(":");
            self.word(overload, None);
        }
    }

    /// A value without tensors and graphs; nothing for one with them.
    pub(crate) fn plain_value(&mut self, model: &Model, value: &AttributeValue) {
        use AttributeValue as A;
        match value {
            A::Int(value) => self.display(value),
            A::Float(value) => self.float(*value),
            A::String(bytes) => self.quoted_bytes(bytes),
            A::Text(id) => self.quoted(model.name(*id)),
            A::Type(ty) => self.given_type(ty),
            A::Ints(values) => self.bracketed(&values[..], |text, v| text.display(v)),
            A::Floats(values) => self.bracketed(&values[..], |text, v| text.float(*v)),
            A::Strings(values) => self.bracketed(&values[..], |text, v| text.quoted_bytes(v)),
            A::Types(values) => self.bracketed(&values[..], Text::given_type),
            A::Reference(name, _) => {
                self.push("@");
                self.word(model.name(*name), None);
            }
            A::Tensor(_) | A::Tensors(_) | A::SparseTensor(_) | A::SparseTensors(_) => {}
            A::Graph(_) | A::Graphs(_) | A::PortMap(_) | A::Malformed(_) => {}
        }
    }

    fn bracketed<T>(&mut self, values: &[T], item: impl FnMut(&mut Text, &T)) {
        self.push("[");
        self.list(", ", values, item);
        self.push("]");
    }
}
