//! ONNX written back: records that do not change are copied as they stand, fields that nobody knows included.
//!
//! A rewrite becomes a list of records of the file and what happens to each (`plan`). One walk from the model's record
//! down to them (`walk`) finds the fields that they are and the records around them, whose lengths change with them.
//! What comes out are patches of the file (`patch`); the bytes between them are shared with the old file. Nothing
//! recurses, and what no change lies in is not looked at.
//!
//! In ONNX text (`text`), statements and items of lists are replaced and cut out likewise.

mod external;
pub(crate) mod patch;
pub(crate) mod pinned_names;
mod plan;
pub(crate) mod record;
pub(crate) mod removed_graphs;
mod representable;
mod tensor;
mod walk;

use crate::format::onnx_text::write as text;
use std::collections::BTreeMap;

use crate::dialect::Format;
use crate::graph::Model;
use crate::rewrite::PatchedFile;
use crate::rewrite::{Rewrite, WriteError};
pub use external::external_files;
pub use pinned_names::references;
pub use removed_graphs::constants_are_nodes;
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

/// Applies a rewrite to the file that a model was read from. What does not change stays byte for byte; changes that were
/// made to the model since it was read are not written.
///
/// # Errors
/// The file is no ONNX model, its records cannot be edited, or the result would be no model.
pub fn rewrite(model: &Model, rewrite: &Rewrite, external: &ExternalDataPolicy) -> Result<PatchedFile, WriteError> {
    match model.format() {
        Format::Onnx => binary(model, rewrite, external),
        Format::OnnxText => {
            let mut plan = text::Plan::new(model, rewrite, external)?;
            plan.add_external(model, external)?;
            Ok(plan.patches().apply(model.source().bytes()))
        }
        other => Err(WriteError::Format(other.name())),
    }
}

fn binary(model: &Model, rewrite: &Rewrite, external: &ExternalDataPolicy) -> Result<PatchedFile, WriteError> {
    let mut plan = plan::Plan::new(model, rewrite, external)?;
    plan.add_external(model, external)?;
    let edited = walk::patches(model.records(), plan)?.apply(model.records());
    let (before, after) = (model.records().len() as u64, edited.len());
    if after > LARGEST && after > before {
        return Err(WriteError::TooLarge { bytes: after, limit: LARGEST });
    }
    Ok(edited)
}
