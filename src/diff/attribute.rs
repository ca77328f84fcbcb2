//! Attributes as text, and whether two are the same.

use super::{Comparer, constant};
use crate::diagnostic::counted;
use crate::graph::{AttributeValue, Model};

impl Comparer<'_> {
    pub(super) fn same_attribute(&mut self, ours: &AttributeValue, theirs: &AttributeValue) -> bool {
        match (ours, theirs) {
            (AttributeValue::Tensor(ours), AttributeValue::Tensor(theirs)) => self.same_tensor(*ours, *theirs),
            // Bodies are compared as graphs.
            (AttributeValue::Graph(_), AttributeValue::Graph(_)) => true,
            (AttributeValue::Graphs(ours), AttributeValue::Graphs(theirs)) => ours.len() == theirs.len(),
            (AttributeValue::Float(ours), AttributeValue::Float(theirs)) => ours.to_bits() == theirs.to_bits(),
            (ours, theirs) => {
                std::mem::discriminant(ours) == std::mem::discriminant(theirs)
                    && text(self.before.model, ours) == text(self.after.model, theirs)
            }
        }
    }
}

/// An attribute's value as text.
pub(super) fn text(model: &Model, value: &AttributeValue) -> String {
    let bytes = |bytes: &[u8]| format!("{:?}", String::from_utf8_lossy(bytes));
    match value {
        AttributeValue::Int(value) => value.to_string(),
        AttributeValue::Float(value) => value.to_string(),
        AttributeValue::String(text) => bytes(text),
        AttributeValue::Ints(values) => list(values.iter().map(i64::to_string)),
        AttributeValue::Floats(values) => list(values.iter().map(f32::to_string)),
        AttributeValue::Strings(texts) => list(texts.iter().map(|text| bytes(text))),
        AttributeValue::Text(text) => model.name(*text).to_owned(),
        AttributeValue::Tensor(tensor) => constant::describe(model, *tensor),
        AttributeValue::Tensors(tensors) => list(tensors.iter().map(|tensor| constant::describe(model, *tensor))),
        AttributeValue::SparseTensor(sparse) => sparse_text(model, sparse),
        AttributeValue::SparseTensors(sparse) => list(sparse.iter().map(|sparse| sparse_text(model, sparse))),
        AttributeValue::Type(ty) => ty.to_string(),
        AttributeValue::Types(types) => list(types.iter().map(ToString::to_string)),
        AttributeValue::Graph(_) => "a graph".to_owned(),
        AttributeValue::Graphs(graphs) => counted(graphs.len(), "graph"),
        AttributeValue::Reference(name, kind) => format!("@{} ({})", model.name(*name), kind.name()),
        AttributeValue::PortMap(map) => format!("{map:?}"),
        AttributeValue::Malformed(kind) => format!("malformed {}", kind.map_or("", |kind| kind.name())),
    }
}

fn sparse_text(model: &Model, sparse: &crate::graph::SparseTensor) -> String {
    let indices = sparse.indices.map_or("?".to_owned(), |indices| constant::describe(model, indices));
    format!("sparse {:?}: {} at {indices}", sparse.shape, constant::describe(model, sparse.values))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}
