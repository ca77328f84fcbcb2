//! Values of attributes that callers give.

use std::sync::Arc;

use super::{AttributeValue, Model, Storage, StoredTensor};
use crate::dialect::Dialect;
use crate::element::ElementType;
use crate::elements::Elements;
use crate::ids::{GraphId, NameId, TensorId};
use crate::source::Span;
use crate::tensor::Tensor;

/// The value of an attribute as a caller gives it; the model's format decides how it is stored.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum AttributeArg {
    /// An integer.
    Int(i64),
    /// Integers.
    Ints(Vec<i64>),
    /// A float.
    Float(f32),
    /// Floats.
    Floats(Vec<f32>),
    /// A boolean, as in IR; an integer in ONNX.
    Bool(bool),
    /// A string; every IR attribute may be passed as the text that the file contains.
    Text(String),
    /// Strings.
    Texts(Vec<String>),
    /// A constant tensor: element type, sizes, elements.
    Elements(ElementType, Vec<u64>, Elements),
    /// A constant tensor.
    Tensor(Tensor),
    /// A body that was made with [`Model::add_body`].
    Graph(GraphId),
    /// A value as a model stores it: a type, a reference to a parameter of a function, or one of another node.
    Value(AttributeValue),
}

macro_rules! arguments {
    ($($from:ty => $variant:ident,)*) => {$(
        impl From<$from> for AttributeArg {
            fn from(value: $from) -> AttributeArg {
                AttributeArg::$variant(value.into())
            }
        }
    )*};
}

arguments! {
    i64 => Int, i32 => Int, Vec<i64> => Ints, &[i64] => Ints, f32 => Float, Vec<f32> => Floats, bool => Bool, &str => Text,
    String => Text, Tensor => Tensor, GraphId => Graph, AttributeValue => Value,
}

impl From<Vec<&str>> for AttributeArg {
    fn from(value: Vec<&str>) -> AttributeArg {
        AttributeArg::Texts(value.into_iter().map(str::to_owned).collect())
    }
}

impl AttributeArg {
    /// The integer; `None` for anything else.
    pub fn as_int(&self) -> Option<i64> {
        match self {
            AttributeArg::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The integers; `None` for anything else.
    pub fn as_ints(&self) -> Option<&[i64]> {
        match self {
            AttributeArg::Ints(values) => Some(values),
            _ => None,
        }
    }

    /// The float; `None` for anything else.
    pub fn as_float(&self) -> Option<f32> {
        match self {
            AttributeArg::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether a flag is set: the boolean of IR, or an integer of ONNX other than 0. `None` for anything else.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            AttributeArg::Bool(value) => Some(*value),
            AttributeArg::Int(value) => Some(*value != 0),
            _ => None,
        }
    }

    /// The string; `None` for anything else.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            AttributeArg::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The bodies in the value.
    pub(crate) fn graphs(&self) -> &[GraphId] {
        match self {
            AttributeArg::Graph(graph) => std::slice::from_ref(graph),
            AttributeArg::Value(value) => value.graphs(),
            _ => &[],
        }
    }

    /// The value in the form of the model's format.
    pub(crate) fn value(self, model: &mut Model) -> AttributeValue {
        let openvino = model.dialect() == Dialect::OpenVino;
        let text = |items: Vec<String>| AttributeArg::Text(items.join(","));
        match self {
            AttributeArg::Value(value) => value,
            AttributeArg::Graph(graph) => AttributeValue::Graph(graph),
            AttributeArg::Elements(element, sizes, elements) => {
                let sizes = Some(sizes.into());
                AttributeValue::Tensor(model.store(element, sizes, Storage::Dense(elements)))
            }
            AttributeArg::Tensor(tensor) => AttributeValue::Tensor(model.store_tensor(&tensor)),
            AttributeArg::Text(v) if openvino => AttributeValue::Text(model.names.intern(&v)),
            AttributeArg::Int(v) if openvino => text(vec![v.to_string()]).value(model),
            AttributeArg::Ints(v) if openvino => text(v.iter().map(i64::to_string).collect()).value(model),
            AttributeArg::Float(v) if openvino => text(vec![v.to_string()]).value(model),
            AttributeArg::Floats(v) if openvino => text(v.iter().map(f32::to_string).collect()).value(model),
            AttributeArg::Bool(v) if openvino => text(vec![v.to_string()]).value(model),
            AttributeArg::Texts(v) if openvino => text(v).value(model),
            AttributeArg::Int(v) => AttributeValue::Int(v),
            AttributeArg::Ints(v) => AttributeValue::Ints(v.into()),
            AttributeArg::Float(v) => AttributeValue::Float(v),
            AttributeArg::Floats(v) => AttributeValue::Floats(v.into()),
            AttributeArg::Bool(v) => AttributeValue::Int(v.into()),
            AttributeArg::Text(v) => AttributeValue::String(Arc::from(v.into_bytes())),
            AttributeArg::Texts(v) => {
                AttributeValue::Strings(v.into_iter().map(|v| Arc::from(v.into_bytes())).collect())
            }
        }
    }
}

impl Model {
    /// Adds a tensor to the model, whose bytes are shared.
    pub(crate) fn store_tensor(&mut self, tensor: &Tensor) -> TensorId {
        let sizes = Some(tensor.sizes().iter().map(|&size| size as u64).collect());
        let storage = match (tensor.strings(), tensor.packed_bytes()) {
            (Some(strings), _) => Storage::OwnedStrings(strings.into()),
            (None, Some(bytes)) => Storage::Owned(bytes),
            (None, None) => Storage::Missing,
        };
        self.store(tensor.element(), sizes, storage)
    }

    fn store(&mut self, element: ElementType, sizes: Option<Arc<[u64]>>, storage: Storage) -> TensorId {
        let (name, span) = (NameId::EMPTY, Span::default());
        self.tensors.push(StoredTensor { name, element: Some(element), sizes, storage, span });
        TensorId::at(self.tensors.len() - 1)
    }
}
