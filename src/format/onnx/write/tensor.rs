//! `TensorProto` records: new ones, and those of the file with another name or another location of their data.

use bytes::Bytes;

use super::{ExternalDataPolicy, record};
use crate::format::onnx::schema;
use crate::graph::{FileId, Model, Storage, StoredTensor};
use crate::ids::TensorId;
use crate::protobuf::{Fields, Wire};
use crate::rewrite::WriteError;
use crate::source::Span;
use crate::tensor::Tensor;

/// A record with these elements.
pub(crate) fn made(tensor: &Tensor, name: &str, value: &str) -> Result<Vec<Bytes>, WriteError> {
    let element = tensor.element();
    let unknown = || WriteError::ElementType { name: value.to_owned(), element };
    let mut fields = record::Fields::default();
    tensor.sizes().iter().for_each(|&size| fields.int(schema::tensor::DIMS, size as u64));
    fields.int(schema::tensor::DATA_TYPE, record::data_type(element).ok_or_else(unknown)?);
    let strings = tensor.strings().unwrap_or_default();
    // At most so many bytes a field besides the text. A buffer that grows would take twice the memory of long texts.
    fields.reserve(strings.iter().map(|text| text.len() + 12).sum::<usize>() + name.len() + 12);
    strings.iter().for_each(|text| fields.text(schema::tensor::STRING_DATA, text));
    if !name.is_empty() {
        fields.text(schema::tensor::NAME, name.as_bytes());
    }
    if let Some(packed) = tensor.packed_bytes() {
        fields.bytes(schema::tensor::RAW_DATA, packed);
    }
    Ok(fields.finish())
}

/// A record of the file with another name, if one is given, and external data according to `external`; `None` if
/// nothing changes.
pub(crate) fn stored(
    model: &Model,
    id: TensorId,
    name: Option<&str>,
    external: &ExternalDataPolicy,
) -> Result<Option<Vec<Bytes>>, WriteError> {
    let tensor = model.tensor(id);
    let location = location(model.records(), tensor.span);
    let data = match (&location, external) {
        (Some(location), ExternalDataPolicy::Embed) => Some(data(model, tensor, location)?),
        _ => None,
    };
    let moved = match (&location, external) {
        (Some(location), ExternalDataPolicy::Relocate(new)) => new.get(location).map(|new| ("location", new.clone())),
        (Some(location), ExternalDataPolicy::Repack(new)) => {
            offset(tensor).and_then(|at| new.get(&(location.clone(), at))).map(|new| ("offset", new.to_string()))
        }
        _ => None,
    };
    if name.is_none() && data.is_none() && moved.is_none() {
        return Ok(None);
    }
    let mut edit = Edit { source: model.records(), out: record::Fields::default(), name, data, moved };
    edit.run(tensor.span)?;
    Ok(Some(edit.out.finish()))
}

/// The changes of a record; each is taken when it is written.
struct Edit<'a> {
    source: &'a Bytes,
    out: record::Fields,
    name: Option<&'a str>,
    data: Option<Bytes>,
    /// The entry of the external data that changes, and its new value.
    moved: Option<(&'static str, String)>,
}

/// Where the data of a tensor starts in its file.
pub(crate) fn offset(tensor: &StoredTensor) -> Option<u64> {
    match &tensor.storage {
        Storage::Packed(file, span) if *file != FileId::MODEL => Some(span.start),
        _ => None,
    }
}

impl Edit<'_> {
    fn run(&mut self, record: Span) -> Result<(), WriteError> {
        let (renamed, embedded) = (self.name.is_some(), self.data.is_some());
        let mut fields = Fields::new(self.source, record);
        while let Some(field) = fields.next() {
            // A new name goes where a serializer puts it.
            if field.number >= schema::tensor::NAME {
                self.write_name();
            }
            match (field.number, field.value) {
                (schema::tensor::NAME, Wire::Payload(_)) if renamed => {}
                (schema::tensor::RAW_DATA | schema::tensor::EXTERNAL_DATA, Wire::Payload(_))
                | (schema::tensor::DATA_LOCATION, Wire::Varint(_))
                    if embedded =>
                {
                    self.write_data()
                }
                (schema::tensor::EXTERNAL_DATA, Wire::Payload(entry))
                    if self.moved.as_ref().is_some_and(|(moved, _)| key(self.source, entry) == moved.as_bytes()) =>
                {
                    self.write_entry(entry);
                }
                _ => {
                    let whole = Span::new(field.start as u64, fields.offset() as u64);
                    self.out.raw(record::slice(self.source, whole));
                }
            }
        }
        self.write_name();
        match fields.fault() {
            Some(fault) => Err(WriteError::structure(fault.start as u64, "the record of a tensor is malformed")),
            None => Ok(()),
        }
    }

    fn write_name(&mut self) {
        if let Some(name) = self.name.take() {
            self.out.text(schema::tensor::NAME, name.as_bytes());
        }
    }

    fn write_data(&mut self) {
        if let Some(data) = self.data.take() {
            self.out.bytes(schema::tensor::RAW_DATA, data);
        }
    }

    fn write_entry(&mut self, entry: Span) {
        let mut out = record::Fields::default();
        let mut fields = Fields::new(self.source, entry);
        while let Some(field) = fields.next() {
            match (field.number, &self.moved) {
                (schema::entry::VALUE, Some((_, value))) => out.text(schema::entry::VALUE, value.as_bytes()),
                _ => out.raw(record::slice(self.source, Span::new(field.start as u64, fields.offset() as u64))),
            }
        }
        self.out.message(schema::tensor::EXTERNAL_DATA, out.finish());
    }
}

/// The location of a tensor's external data as written, if its data is external.
pub(crate) fn location(source: &[u8], record: Span) -> Option<String> {
    let entries = entries(source, record).into_iter().rev();
    entries.filter(|(key, _)| key == "location").map(|(_, location)| location).next()
}

/// The entries of `external_data`, if the data is external.
pub(crate) fn entries(source: &[u8], record: Span) -> Vec<(String, String)> {
    let (mut is_external, mut entries) = (false, Vec::new());
    let lossy = |entry, number| String::from_utf8_lossy(text(source, entry, number).unwrap_or(&[])).into_owned();
    for field in Fields::new(source, record) {
        match (field.number, field.value) {
            (schema::tensor::DATA_LOCATION, Wire::Varint(place)) => is_external = place == 1,
            (schema::tensor::EXTERNAL_DATA, Wire::Payload(entry)) => {
                entries.push((lossy(entry, schema::entry::KEY), lossy(entry, schema::entry::VALUE)));
            }
            _ => {}
        }
    }
    if is_external { entries } else { Vec::new() }
}

/// The name in the record of a tensor.
pub(crate) fn name(source: &[u8], record: Span) -> String {
    String::from_utf8_lossy(text(source, record, schema::tensor::NAME).unwrap_or(&[])).into_owned()
}

/// The data of a tensor, if it is in another file.
pub(crate) fn external_data(model: &Model, id: TensorId) -> Result<Option<Bytes>, WriteError> {
    let tensor = model.tensor(id);
    location(model.records(), tensor.span).map(|location| data(model, tensor, &location)).transpose()
}

fn key(source: &[u8], entry: Span) -> &[u8] {
    text(source, entry, schema::entry::KEY).unwrap_or(&[])
}

/// The payload of the last field of this number, which is the one that decoders use.
pub(crate) fn text(source: &[u8], record: Span, number: u32) -> Option<&[u8]> {
    let texts = Fields::new(source, record).filter_map(|field| match field.value {
        Wire::Payload(text) if field.number == number => Some(text.of(source)),
        _ => None,
    });
    texts.last()
}

/// The data of a tensor in another file.
fn data(model: &Model, tensor: &StoredTensor, location: &str) -> Result<Bytes, WriteError> {
    let found = match &tensor.storage {
        Storage::Packed(file, span) if *file != FileId::MODEL => model
            .file_bytes(*file)
            .map(|bytes| record::slice(bytes, *span))
            .filter(|data| data.len() as u64 == span.len()),
        _ => (tensor.num_elements() == Some(0)).then(Bytes::new),
    };
    let name = model.name(tensor.name);
    found.ok_or_else(|| WriteError::Data { name: name.to_owned(), location: location.to_owned() })
}
