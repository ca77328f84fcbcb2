//! Data of initializers moved out of the model, into a file of its own.

use std::collections::BTreeSet;

use bytes::Bytes;

use super::plan::{Edit, EditPlan, Target};
use super::{check_size, record, walk};
use crate::format::onnx::schema;
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

/// The model as binary ONNX and the file with the data of its initializers of at least `min_bytes`. Typed fields stay.
pub(crate) fn externalize(
    model: &Model,
    location: &str,
    min_bytes: u64,
) -> Result<(PatchedFile, PatchedFile), WriteError> {
    let (mut data, mut targets, mut end) = (PatchedFile::default(), Vec::new(), 0u64);
    for tensor in initializers(model) {
        let record = model.tensor(tensor).span;
        let Some(raw) = raw_data(model.records(), record).filter(|raw| raw.len() >= min_bytes) else { continue };
        let start = end.next_multiple_of(if raw.len() >= LARGE { PAGE } else { ALIGNMENT });
        data.push(vec![0; (start - end) as usize]);
        data.push(record::slice(model.records(), raw));
        let entries =
            [("location", location.to_owned()), ("offset", start.to_string()), ("length", raw.len().to_string())];
        targets.push(Target { record, edit: Edit::Payload(moved(model.records(), record, &entries)?) });
        end = start + raw.len();
    }
    let patches = walk::patches(model.records(), EditPlan { targets })?;
    Ok((check_size(model, patches.apply(model.records()))?, data))
}

/// The tensors of initializers and of defaults of inputs, in the order of the file.
fn initializers(model: &Model) -> Vec<TensorId> {
    let values = model.graphs().flat_map(|graph| model.values_of(graph));
    let tensors = values.filter_map(|value| match model.value(value).role {
        ValueRole::Initializer(tensor) | ValueRole::Input { default: Some(tensor) } => Some(tensor),
        _ => None,
    });
    let mut tensors: Vec<TensorId> = tensors.collect::<BTreeSet<_>>().into_iter().collect();
    tensors.sort_by_key(|&tensor| model.tensor(tensor).span);
    tensors
}

/// The raw data in a `TensorProto`, if it has exactly one such field; a decoder ignores all but the last.
fn raw_data(source: &[u8], record: Span) -> Option<Span> {
    let mut raw = Fields::new(source, record).filter_map(|field| match (field.number, field.value) {
        (schema::tensor::RAW_DATA, Wire::Payload(raw)) => Some(raw),
        _ => None,
    });
    raw.next().filter(|_| raw.next().is_none())
}

/// The record with these entries in the place of the data.
fn moved(source: &Bytes, record: Span, entries: &[(&str, String)]) -> Result<Vec<Bytes>, WriteError> {
    let mut out = record::Fields::default();
    let mut fields = Fields::new(source, record);
    while let Some(field) = fields.next() {
        if field.number != schema::tensor::RAW_DATA {
            out.raw(record::slice(source, Span::new(field.start as u64, fields.offset() as u64)));
            continue;
        }
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
