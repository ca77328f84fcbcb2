//! Attributes: those of the file are copied, with the bodies in them that changed; others are encoded.

use bytes::Bytes;
use hashbrown::HashMap;

use super::super::record::Fields;
use super::super::walk::Message;
use super::Encoder;
use super::copy::{Output, Scan, payload};
use super::types::type_proto;
use crate::format::onnx::schema::{self, attribute};
use crate::graph::{Attribute, AttributeType, AttributeValue, SparseTensor};
use crate::ids::{GraphId, NodeId};
use crate::rewrite::WriteError;
use crate::source::Span;

impl Encoder<'_> {
    /// The `AttributeProto` of an attribute.
    pub(super) fn attribute(&mut self, node: NodeId, attribute: &Attribute) -> Result<Vec<Bytes>, WriteError> {
        if attribute.span == Span::default() {
            return self.new_attribute(node, attribute);
        }
        let changed = |graph: &&GraphId| self.edits.is_changed(**graph);
        let changed = attribute.value.graphs().iter().filter(changed);
        let changed: HashMap<Span, GraphId> = changed.map(|&graph| (self.model.graph(graph).span, graph)).collect();
        if changed.is_empty() {
            return self.copied(Message::Attribute, attribute.span);
        }
        let mut out = Output::new(self.model.records());
        let mut scan = Scan::new(self.model.records(), Message::Attribute, attribute.span);
        while let Some((field, whole)) = scan.next()? {
            match payload(field).and_then(|record| changed.get(&record)) {
                Some(&graph) => out.add().message(field.number, self.whole_graph(graph)?),
                None => self.copy(&mut out, Message::Attribute, field, whole)?,
            }
        }
        Ok(out.finish())
    }

    fn new_attribute(&mut self, node: NodeId, attribute: &Attribute) -> Result<Vec<Bytes>, WriteError> {
        let name = self.model.name(attribute.name);
        let mut out = Fields::default();
        out.text(attribute::NAME, name.as_bytes());
        let Some(kind) = attribute.value.kind() else { return Err(self.no_value(node, name)) };
        self.value(&mut out, node, name, &attribute.value, kind)?;
        out.int(attribute::TYPE, schema::attribute_type_number(kind));
        Ok(out.finish())
    }

    fn value(
        &mut self,
        out: &mut Fields,
        node: NodeId,
        name: &str,
        value: &AttributeValue,
        kind: AttributeType,
    ) -> Result<(), WriteError> {
        use AttributeValue as A;
        let field = schema::ATTRIBUTE_TYPES.iter().find(|&&(known, _)| known == kind).map_or(0, |&(_, field)| field);
        match value {
            A::Int(int) => out.int(field, int.cast_unsigned()),
            A::Float(float) => out.float(field, *float),
            A::String(text) => out.text(field, text),
            A::Ints(ints) => ints.iter().for_each(|int| out.int(field, int.cast_unsigned())),
            A::Floats(floats) => floats.iter().for_each(|&float| out.float(field, float)),
            A::Strings(texts) => texts.iter().for_each(|text| out.text(field, text)),
            A::Type(ty) => out.message(field, type_proto(ty, name)?),
            A::Types(types) => {
                for ty in types.iter() {
                    out.message(field, type_proto(ty, name)?);
                }
            }
            A::Graph(_) | A::Graphs(_) => {
                for &graph in value.graphs() {
                    out.message(field, self.whole_graph(graph)?);
                }
            }
            A::Tensor(_) | A::Tensors(_) | A::SparseTensor(_) | A::SparseTensors(_) => {
                self.tensors(out, field, name, value)?;
            }
            A::Reference(parameter, _) => {
                out.text(attribute::REF_ATTR_NAME, self.model.name(*parameter).as_bytes());
            }
            A::Malformed(_) | A::Text(_) | A::PortMap(_) => return Err(self.no_value(node, name)),
        }
        Ok(())
    }

    fn tensors(&self, out: &mut Fields, field: u32, name: &str, value: &AttributeValue) -> Result<(), WriteError> {
        let (dense, sparse) = match value {
            AttributeValue::Tensor(id) => (std::slice::from_ref(id), &[][..]),
            AttributeValue::Tensors(ids) => (&ids[..], &[][..]),
            AttributeValue::SparseTensor(sparse) => (&[][..], std::slice::from_ref(&**sparse)),
            AttributeValue::SparseTensors(list) => (&[][..], &list[..]),
            _ => return Ok(()),
        };
        for &id in dense {
            out.message(field, self.attribute_tensor(id, name)?);
        }
        for sparse in sparse {
            out.message(field, self.sparse(sparse, name)?);
        }
        Ok(())
    }

    /// A tensor in an attribute keeps its name, which nothing reads.
    fn attribute_tensor(&self, id: crate::ids::TensorId, attribute: &str) -> Result<Vec<Bytes>, WriteError> {
        self.tensor(id, self.model.name(self.model.tensor(id).name), attribute)
    }

    fn sparse(&self, sparse: &SparseTensor, attribute: &str) -> Result<Vec<Bytes>, WriteError> {
        let mut out = Fields::default();
        out.message(schema::sparse_tensor::VALUES, self.attribute_tensor(sparse.values, attribute)?);
        if let Some(indices) = sparse.indices {
            out.message(schema::sparse_tensor::INDICES, self.attribute_tensor(indices, attribute)?);
        }
        sparse.shape.iter().flat_map(|sizes| sizes.iter()).for_each(|&size| out.int(schema::sparse_tensor::DIMS, size));
        Ok(out.finish())
    }

    fn no_value(&self, node: NodeId, name: &str) -> WriteError {
        let node = self.model.describe(node);
        WriteError::Inconsistent(format!("attribute `{name}` of {node} cannot be written: ONNX has no such value"))
    }
}
