//! ONNX written back: records that do not change are copied as they stand, fields that nobody knows included.
//!
//! A rewrite becomes a list of records of the file and what happens to each (`plan`). One walk from the model's record
//! down to them (`walk`) finds the fields that they are and the records around them, whose lengths change with them.
//! What comes out are patches of the file (`patch`); the bytes between them are shared with the old file. Nothing
//! recurses, and what no change lies in is not looked at.

pub(crate) mod constant_form;
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
pub use constant_form::constants_are_nodes;
pub(crate) use representable::unwritable;

/// The greatest message that decoders of protocol buffers take.
const LARGEST: u64 = i32::MAX as u64;

/// What becomes of tensor data in files beside the model.
#[derive(Clone, Debug, Default)]
pub enum ExternalDataPolicy {
    /// It stays where it is, by the locations that the file gives: the new model goes to the same folder, or the files
    /// are copied with it.
    #[default]
    Keep,
    /// It stays where it is, by other locations: from those that the file gives to new ones.
    Relocate(BTreeMap<String, String>),
    /// It goes into the model.
    Embed,
}

/// Applies a rewrite to the binary file that a model was read from.
pub(crate) fn rewrite(
    model: &Model,
    rewrite: &Rewrite,
    external: &ExternalDataPolicy,
) -> Result<PatchedFile, WriteError> {
    let mut plan = plan::Plan::new(model, rewrite, external)?;
    plan.add_external(model, external)?;
    let edited = walk::patches(model.records(), plan)?.apply(model.records());
    let (before, after) = (model.records().len() as u64, edited.len());
    if after > LARGEST && after > before {
        return Err(WriteError::TooLarge { bytes: after, limit: LARGEST });
    }
    Ok(edited)
}

/// The tensors that a rewrite keeps, in the order of the model.
pub(crate) fn kept_tensors(model: &Model, rewrite: &Rewrite) -> Result<Vec<TensorId>, WriteError> {
    let plan = plan::Plan::new(model, rewrite, &ExternalDataPolicy::Keep)?;
    Ok((0..model.tensors.len()).map(TensorId::at).filter(|&id| !plan.cuts(model, id)).collect())
}

/// The location of a tensor's external data as written, if its data is external.
pub(crate) fn external_location(model: &Model, tensor: TensorId) -> Option<String> {
    tensor::location(model.records(), model.tensor(tensor).span)
}
