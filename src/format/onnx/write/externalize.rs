//! Data of initializers moved out of the model, into one file of its own.

use std::collections::HashSet;

use bytes::Bytes;

use super::plan::{Edit, EditPlan, Target};
use super::{ExternalDataPolicy, check_length, check_size, record, tensor, walk};
use crate::format::onnx::message_tree::nested;
use crate::format::onnx::read::ELIDED;
use crate::format::onnx::{raw_data_span, schema};
use crate::graph::{Model, ValueRole};
use crate::ids::TensorId;
use crate::protobuf::{Fields, Wire};
use crate::rewrite::{PatchedFile, WriteError};
use crate::source::Span;

/// Every tensor starts at a multiple of this, so that elements of any type are aligned where the file is mapped.
const ALIGNMENT: u64 = 64;

/// A tensor from this size on starts at a multiple of [`PAGE`], so that it can be mapped on its own.
const LARGE: u64 = 1 << 20;

const PAGE: u64 = 4096;

/// What is between two tensors.
static ZEROS: [u8; PAGE as usize] = [0; PAGE as usize];

/// The model and the file with the data of its initializers, and of what is in other files already, from `min_bytes` on.
/// What is smaller is embedded. Typed fields stay.
pub(crate) fn externalize(
    model: &Model,
    location: &str,
    min_bytes: u64,
) -> Result<(PatchedFile, PatchedFile), WriteError> {
    let (mut data, mut targets, initializers) = (DataPieces::default(), Vec::new(), initializers(model));
    let mut tensors: Vec<TensorId> = (0..model.tensors.len()).map(TensorId::at).collect();
    tensors.sort_by_key(|&tensor| model.tensor(tensor).span);
    for tensor in tensors {
        let (record, outside) = (model.tensor(tensor).span, tensor::external_data(model, tensor)?);
        let is_outside = outside.is_some();
        let inside = || raw_data_span(model.records(), record).map(|raw| record::slice(model.records(), raw));
        let bytes = outside.or_else(|| if initializers.contains(&tensor) { inside() } else { None });
        let Some(bytes) = bytes else { continue };
        let payload = if bytes.len() as u64 >= min_bytes {
            Some(data.moved(model.records(), record, bytes, location)?)
        } else if is_outside {
            tensor::stored(model, tensor, None, &ExternalDataPolicy::Embed)?
        } else {
            None
        };
        targets.extend(payload.map(|payload| Target { record, edit: Edit::Payload(payload) }));
    }
    let patches = walk::patches(model.records(), EditPlan { targets })?;
    Ok((check_size(model, patches.apply(model.records()))?, data.file))
}

/// The same for the records of a model that has no data in other files, without reading them as a model.
pub(crate) fn externalize_records(
    records: &Bytes,
    location: &str,
    min_bytes: u64,
) -> Result<(PatchedFile, PatchedFile), WriteError> {
    let (mut data, mut targets) = (DataPieces::default(), Vec::new());
    for record in initializer_records(records) {
        let raw = raw_data_span(records, record).filter(|raw| raw.len() >= min_bytes);
        let Some(raw) = raw else { continue };
        let payload = data.moved(records, record, record::slice(records, raw), location)?;
        targets.push(Target { record, edit: Edit::Payload(payload) });
    }
    let patches = walk::patches(records, EditPlan { targets })?;
    Ok((check_length(records.len() as u64, patches.apply(records))?, data.file))
}

/// The records of initializers, in the order of the file.
fn initializer_records(records: &Bytes) -> Vec<Span> {
    let mut found = Vec::new();
    for_each_tensor(records, |is_initializer, record| {
        if is_initializer {
            found.push(record);
        }
    });
    found
}

/// The name of the first tensor whose data a text omits, from the records of a text. Most tensors in attributes have no name.
pub(crate) fn omitted(records: &Bytes) -> Option<String> {
    let mut found = None;
    for_each_tensor(records, |_, record| {
        if found.is_none() && tensor::entries(records, record).iter().any(|(key, _)| key == ELIDED) {
            found = Some(tensor::name(records, record));
        }
    });
    found
}

/// Visits the records of tensors in the order of the file, each with whether it is that of an initializer.
fn for_each_tensor(records: &Bytes, mut visit: impl FnMut(bool, Span)) {
    let mut stack = vec![(&schema::model::MESSAGE, Fields::new(records, Span::new(0, records.len() as u64)))];
    while let Some((message, fields)) = stack.last_mut() {
        let Some(field) = fields.next() else {
            stack.pop();
            continue;
        };
        let (Wire::Payload(payload), Some(inner)) = (field.value, nested(message, field.number)) else { continue };
        if inner.name == schema::tensor::MESSAGE.name {
            visit(message.name == schema::graph::MESSAGE.name, payload);
        } else if HOLDERS.contains(&inner.name) {
            stack.push((inner, Fields::new(records, payload)));
        }
    }
}

/// Messages that may contain a tensor, besides the model.
const HOLDERS: [&str; 5] = [
    schema::graph::MESSAGE.name,
    schema::node::MESSAGE.name,
    schema::attribute::MESSAGE.name,
    schema::function::MESSAGE.name,
    schema::sparse_tensor::MESSAGE.name,
];

/// The file with the data.
#[derive(Default)]
struct DataPieces {
    file: PatchedFile,
    end: u64,
}

impl DataPieces {
    /// Adds the data of a tensor, and returns its record without it.
    fn moved(&mut self, source: &Bytes, record: Span, data: Bytes, location: &str) -> Result<Vec<Bytes>, WriteError> {
        let (start, length) = self.push(data);
        let entries =
            [("location", location.to_owned()), ("offset", start.to_string()), ("length", length.to_string())];
        moved(source, record, &entries)
    }

    /// Adds the data of a tensor, and returns where it starts and how long it is.
    fn push(&mut self, bytes: Bytes) -> (u64, u64) {
        let length = bytes.len() as u64;
        let start = self.end.next_multiple_of(if length >= LARGE { PAGE } else { ALIGNMENT });
        self.file.push(Bytes::from_static(&ZEROS[..(start - self.end) as usize]));
        self.file.push(bytes);
        self.end = start + length;
        (start, length)
    }
}

/// The tensors of initializers and of defaults of inputs.
fn initializers(model: &Model) -> HashSet<TensorId> {
    let values = model.graphs().flat_map(|graph| model.values_of(graph));
    let tensors = values.filter_map(|value| match model.value(value).role {
        ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) } => Some(tensor),
        _ => None,
    });
    tensors.collect()
}

/// The record with these entries in the place of the data.
fn moved(source: &Bytes, record: Span, entries: &[(&str, String)]) -> Result<Vec<Bytes>, WriteError> {
    let (mut out, mut entries) = (record::Fields::default(), Some(entries));
    let mut fields = Fields::new(source, record);
    while let Some(field) = fields.next() {
        if !matches!(
            field.number,
            schema::tensor::RAW_DATA | schema::tensor::EXTERNAL_DATA | schema::tensor::DATA_LOCATION
        ) {
            out.raw(record::slice(source, Span::new(field.start as u64, fields.offset() as u64)));
            continue;
        }
        let Some(entries) = entries.take() else { continue };
        for (key, value) in entries {
            out.nested(schema::tensor::EXTERNAL_DATA, |entry| {
                entry.text(schema::entry::KEY, key.as_bytes());
                entry.text(schema::entry::VALUE, value.as_bytes());
                Ok::<(), WriteError>(())
            })?;
        }
        out.int(schema::tensor::DATA_LOCATION, EXTERNAL);
    }
    match fields.fault() {
        Some(fault) => Err(WriteError::structure(fault.start as u64, "the record of a tensor is malformed")),
        None => Ok(out.finish()),
    }
}

/// `TensorProto.DataLocation.EXTERNAL`.
const EXTERNAL: u64 = 1;
