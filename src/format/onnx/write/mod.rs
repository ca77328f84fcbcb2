//! Writes ONNX: records that do not change are copied unchanged, including unknown fields.
//!
//! A rewrite becomes a list of records of the file with an edit for each (`plan`). One walk from the model's record
//! down to them (`walk`) finds their fields and the enclosing records, whose lengths change too. The result is a list
//! of patches of the file (`patch`); the bytes between them are shared with the old file. Nothing recurses, and records
//! without changes are not scanned.

mod canonical;
pub(crate) mod constant_form;
mod edited;
mod externalize;
mod metadata;
pub(crate) mod patch;
mod plan;
pub(crate) mod record;
mod representable;
mod tensor;
mod walk;

use std::collections::BTreeMap;

use crate::graph::Model;
use crate::ids::TensorId;
use crate::rewrite::{PatchedFile, Rewrite, WriteError};
pub(crate) use canonical::canonical;
pub use constant_form::constants_are_nodes;
pub(crate) use edited::edited;
pub(crate) use externalize::{externalize, externalize_records, omitted};
pub(crate) use metadata::{NewMetadata, with_metadata};
pub(crate) use representable::{invalid_text, unwritable};
pub(crate) use tensor::offset as data_offset;

/// The largest message that protobuf decoders accept.
const LARGEST: u64 = i32::MAX as u64;

/// How to write tensors with external data.
#[derive(Clone, Debug, Default)]
pub enum ExternalDataPolicy {
    /// Keep the locations: the new model is written to the same folder, or the files are copied with it.
    #[default]
    Keep,
    /// Change the locations: from those in the file to new ones.
    Relocate(BTreeMap<String, String>),
    /// Change the offsets, in files with fewer bytes: from location and offset in the file to new offsets. Data without an
    /// entry `offset` starts at 0 and stays there.
    Repack(BTreeMap<(String, u64), u64>),
    /// Embed the data in the model.
    Embed,
}

/// Applies a rewrite to the binary file that a model was read from.
pub(crate) fn rewrite(
    model: &Model,
    rewrite: &Rewrite,
    external: &ExternalDataPolicy,
) -> Result<PatchedFile, WriteError> {
    let mut plan = plan::EditPlan::new(model, rewrite, external)?;
    plan.add_external(model, external)?;
    check_size(model, walk::patches(model.records(), plan)?.apply(model.records()))
}

/// Refuses a model that no decoder accepts, unless it was so already.
fn check_size(model: &Model, file: PatchedFile) -> Result<PatchedFile, WriteError> {
    check_length(model.records().len() as u64, file)
}

/// The same for a file that had so many bytes.
fn check_length(before: u64, file: PatchedFile) -> Result<PatchedFile, WriteError> {
    let after = file.len();
    match after > LARGEST && after > before {
        true => Err(WriteError::TooLarge { bytes: after, limit: LARGEST }),
        false => Ok(file),
    }
}

/// The tensors that a rewrite keeps, in the order of the model.
pub(crate) fn kept_tensors(model: &Model, rewrite: &Rewrite) -> Result<Vec<TensorId>, WriteError> {
    let plan = plan::EditPlan::new(model, rewrite, &ExternalDataPolicy::Keep)?;
    Ok((0..model.tensors.len()).map(TensorId::at).filter(|&id| !plan.cuts(model, id)).collect())
}

/// The location of a tensor's external data as written, if its data is external.
pub(crate) fn external_location(model: &Model, tensor: TensorId) -> Option<String> {
    tensor::location(model.records(), model.tensor(tensor).span)
}

/// The entries that say where a tensor's external data is; none if its data is not external.
pub(crate) fn external_entries(model: &Model, tensor: TensorId) -> Vec<(String, String)> {
    tensor::entries(model.records(), model.tensor(tensor).span)
}
