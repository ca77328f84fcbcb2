//! Entries of `metadata_props` that are added to records, or take the place of others.

use bytes::Bytes;

use super::plan::{Edit, EditPlan, GraphEdit, Target};
use super::{check_size, record, walk};
use crate::format::onnx::schema::{self, entry, function, node};
use crate::graph::{GraphRole, Model};
use crate::protobuf::{Fields, Wire};
use crate::rewrite::{PatchedFile, WriteError};
use crate::source::Span;
use crate::suppression::Scope;

/// An entry of `metadata_props`.
pub(crate) struct NewMetadata {
    /// What it is an entry of.
    pub(crate) scope: Scope,
    /// The entry whose place it takes.
    pub(crate) replaces: Option<Span>,
    pub(crate) key: &'static str,
    pub(crate) value: String,
}

/// The file with these entries.
pub(crate) fn with_metadata(model: &Model, entries: Vec<NewMetadata>) -> Result<PatchedFile, WriteError> {
    let records = model.records();
    let (mut targets, mut of_file) = (Vec::new(), Vec::new());
    for new in entries {
        let (record, number) = match new.scope {
            Scope::Node(node) => (model.node(node).span(), node::METADATA_PROPS),
            Scope::Graph(graph) => match model.graph(graph).role {
                GraphRole::Function(_) => (model.graph(graph).span, function::METADATA_PROPS),
                _ => (model.graph(graph).span, schema::graph::METADATA_PROPS),
            },
            Scope::File | Scope::Nothing => (Span::new(0, records.len() as u64), schema::model::METADATA_PROPS),
        };
        let (place, end) = place(records, record, number, new.replaces);
        let (at, field) = (place.unwrap_or(Span::new(end, end)), field(number, &new));
        if let Scope::File | Scope::Nothing = new.scope {
            of_file.push((at, field));
        } else {
            let edit = Edit::Graph(Box::new(GraphEdit { other: Some((at, field)), ..GraphEdit::default() }));
            targets.push(Target { record, edit });
        }
    }
    targets.sort_by_key(|target| target.record);
    let mut patches = walk::patches(records, EditPlan { targets })?;
    of_file.into_iter().for_each(|(at, field)| patches.replace(None, at, field));
    check_size(model, patches.apply(records))
}

fn field(number: u32, new: &NewMetadata) -> Vec<Bytes> {
    let mut pair = record::Fields::default();
    pair.text(entry::KEY, new.key.as_bytes());
    pair.text(entry::VALUE, new.value.as_bytes());
    record::field(number, pair.finish())
}

/// The field of an entry, and where the fields of the record end.
fn place(records: &[u8], record: Span, number: u32, entry: Option<Span>) -> (Option<Span>, u64) {
    let mut fields = Fields::new(records, record);
    let (mut found, mut end) = (None, record.start);
    while let Some(field) = fields.next() {
        end = fields.offset() as u64;
        if field.number == number && entry.is_some_and(|entry| field.value == Wire::Payload(entry)) {
            found = Some(Span::new(field.start as u64, end));
        }
    }
    (found, end)
}
