//! Data of initializers moved out of the model, into one file of its own.

use std::collections::HashSet;

use bytes::Bytes;

use super::plan::{Edit, EditPlan, Target};
use super::{ExternalDataPolicy, check_size, record, tensor, walk};
use crate::format::onnx::{raw_data_span, schema};
use crate::graph::{Model, ValueRole};
use crate::ids::TensorId;
use crate::protobuf::Fields;
use crate::rewrite::{PatchedFile, WriteError};
use crate::source::Span;

/// Every tensor starts at a multiple of this, so that elements of any type are aligned where the file is mapped.
const ALIGNMENT: u64 = 64;

/// A tensor from this size on starts at a multiple of [`PAGE`], so that it can be mapped on its own.
const LARGE: u64 = 1 << 20;

const PAGE: u64 = 4096;

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
            let (start, length) = data.push(bytes);
            let entries =
                [("location", location.to_owned()), ("offset", start.to_string()), ("length", length.to_string())];
            Some(moved(model.records(), record, &entries)?)
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

/// The file with the data.
#[derive(Default)]
struct DataPieces {
    file: PatchedFile,
    end: u64,
}

impl DataPieces {
    /// Adds the data of a tensor, and returns where it starts and how long it is.
    fn push(&mut self, bytes: Bytes) -> (u64, u64) {
        let length = bytes.len() as u64;
        let start = self.end.next_multiple_of(if length >= LARGE { PAGE } else { ALIGNMENT });
        self.file.push(vec![0; (start - self.end) as usize]);
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
            let mut entry = record::Fields::default();
            entry.text(schema::entry::KEY, key.as_bytes());
            entry.text(schema::entry::VALUE, value.as_bytes());
            out.message(schema::tensor::EXTERNAL_DATA, entry.finish());
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
