//! Writes an edited model: records of the file that did not change are copied, all others are encoded.
//!
//! Changed graphs are encoded one by one, bodies before the graphs around them, so nothing recurses. Each is its record
//! in the file with fields left out, replaced, and added; a new graph is an empty record to which everything is added.

mod attribute;
mod copy;
mod graph;
mod header;
mod names;
mod node;
mod ports;
mod types;

use std::cell::OnceCell;

use hashbrown::HashMap;

use bytes::Bytes;

use super::plan::{Edit, Target};
use super::walk::{self, Message};
use super::{ExternalDataPolicy, record, tensor};
use crate::format::onnx::schema;
use crate::graph::{EditLog, Model, Storage};
use crate::ids::{GraphId, TensorId};
use crate::protobuf::{Fields, Wire};
use crate::rewrite::{Edits, PatchedFile, WriteError};
use crate::source::Span;

/// Writes a model that was edited since it was read, or made from nothing.
pub(crate) fn edited(model: &Model, log: &EditLog, external: &ExternalDataPolicy) -> Result<PatchedFile, WriteError> {
    if model.is_fragment() {
        return Err(WriteError::Unsupported("only part of a model was read, so it cannot be written".to_owned()));
    }
    let edits = Edits::new(model, log);
    let graphs = edits.graphs();
    let moved = moved(model, external);
    let mut encoder = Encoder { edits, model, external, moved, graphs: HashMap::new(), replaced: OnceCell::new() };
    for graph in graphs {
        let record = encoder.graph(graph)?;
        encoder.graphs.insert(graph, record);
    }
    let mut file = PatchedFile::default();
    encoder.model()?.into_iter().for_each(|piece| file.push(piece));
    super::check_size(model, file)
}

/// Encodes the records of a model.
struct Encoder<'m> {
    edits: Edits<'m>,
    model: &'m Model,
    external: &'m ExternalDataPolicy,
    /// The tensors of the file whose external data is moved, with their new records, in the order of the file.
    moved: Vec<Moved>,
    /// Changed graphs that were encoded and are not part of another record yet.
    graphs: HashMap<GraphId, Vec<Bytes>>,
    /// Found when such a name is written.
    replaced: OnceCell<names::Replaced<'m>>,
}

/// A tensor with external data, and its new record. The data of one that was removed may be missing.
type Moved = (Span, Result<Vec<Bytes>, WriteError>);

fn moved(model: &Model, external: &ExternalDataPolicy) -> Vec<Moved> {
    if matches!(external, ExternalDataPolicy::Keep) {
        return Vec::new();
    }
    let records = (0..model.tensors.len()).map(TensorId::at).filter(|&id| is_record(model, id));
    let record = |id| Some((model.tensor(id).span, tensor::stored(model, id, None, external).transpose()?));
    let mut moved: Vec<Moved> = records.filter_map(record).collect();
    moved.sort_by_key(|&(span, _)| span);
    moved
}

/// Whether a tensor is a `TensorProto` of the file; one made of a sparse tensor has the location of that.
fn is_record(model: &Model, id: TensorId) -> bool {
    let tensor = model.tensor(id);
    let indices = |mut fields: Fields<'_>| {
        fields.any(|f| f.number == schema::sparse_tensor::INDICES && matches!(f.value, Wire::Payload(_)))
    };
    tensor.span != Span::default()
        && !matches!(tensor.storage, Storage::Dense(_))
        && !indices(Fields::new(model.records(), tensor.span))
}

impl Encoder<'_> {
    /// The graph of an attribute or a model: as in the file, or as encoded before.
    fn whole_graph(&mut self, graph: GraphId) -> Result<Vec<Bytes>, WriteError> {
        if !self.edits.is_changed(graph) {
            return self.copied(Message::Graph, self.model.graph(graph).span);
        }
        let twice = || {
            let path = self.model.display_path(graph);
            WriteError::Inconsistent(format!("graph `{path}` belongs to two attributes or contains itself"))
        };
        self.graphs.remove(&graph).ok_or_else(twice)
    }

    /// The payload of a record of the file in which nothing was edited.
    fn copied(&self, message: Message, payload: Span) -> Result<Vec<Bytes>, WriteError> {
        match self.moved_in(payload) {
            [] => Ok(vec![record::slice(self.model.records(), payload)]),
            [(_, record)] if message == Message::Tensor => record.clone(),
            moved => {
                let targets = moved.iter().map(target).collect::<Result<_, _>>()?;
                walk::edited(self.model.records(), message, payload, targets)
            }
        }
    }

    /// The tensors in a record whose external data is moved.
    fn moved_in(&self, payload: Span) -> &[Moved] {
        let start = self.moved.partition_point(|(span, _)| span.start < payload.start);
        let end = self.moved.partition_point(|(span, _)| span.start < payload.end);
        self.moved.get(start..end).unwrap_or(&[])
    }

    /// A `TensorProto`: that of the file, perhaps with another name, or a new one. `label` is for messages.
    fn tensor(&self, id: TensorId, name: &str, label: &str) -> Result<Vec<Bytes>, WriteError> {
        let stored = self.model.tensor(id);
        if is_record(self.model, id) {
            let new = Some(name).filter(|name| *name != self.model.name(stored.name));
            let record = tensor::stored(self.model, id, new, self.external)?;
            return Ok(record.unwrap_or_else(|| vec![record::slice(self.model.records(), stored.span)]));
        }
        let unknown = |_| WriteError::Inconsistent(format!("`{label}` cannot be written: its elements are not known"));
        tensor::made(&self.model.load(id).map_err(unknown)?, name, label)
    }
}

fn target((span, record): &Moved) -> Result<Target<'static>, WriteError> {
    Ok(Target { record: *span, edit: Edit::Payload(record.clone()?) })
}
