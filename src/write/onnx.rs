//! Writing ONNX models, binary or text.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};

pub use crate::format::onnx::write::{ExternalDataPolicy, constants_are_nodes};

use super::check;
use crate::dialect::Format;
use crate::format::onnx::write as binary;
use crate::format::onnx_text::write as text;
use crate::format::options::ReadOptions;
use crate::graph::{FileId, Model, Storage};
use crate::ids::TensorId;
use crate::rewrite::{NewConstant, PatchedFile, Rewrite, WriteError};

/// Applies a rewrite to the file that a model was read from. What does not change is preserved byte for byte; the model
/// must not have been edited since it was read.
///
/// # Errors
/// The file is not an ONNX model, its records cannot be edited, or the result would not be a model.
pub fn rewrite(model: &Model, rewrite: &Rewrite, external: &ExternalDataPolicy) -> Result<PatchedFile, WriteError> {
    check::is_as_read(model)?;
    match model.format() {
        Format::Onnx => binary::rewrite(model, rewrite, external),
        Format::OnnxText => text::rewrite(model, rewrite, external),
        other => Err(WriteError::Format(other.name())),
    }
}

/// A model with the data of its initializers in another file.
#[derive(Clone, Debug)]
pub struct Externalized {
    /// The model, as binary ONNX.
    pub model: PatchedFile,
    /// The data.
    pub data: PatchedFile,
}

/// Moves the data of initializers of at least `min_bytes` to one file, at `location` relative to the model, with what is
/// in other files already; of the latter, smaller data is embedded. ONNX text becomes binary. The data of smaller
/// initializers, of attributes, and in typed fields stays. [`ExternalDataPolicy::Embed`] moves it back to the same bytes.
///
/// Each tensor starts at a multiple of 64 bytes, and one of at least 1 MiB at a multiple of 4096, a page.
///
/// # Errors
/// The file is not an ONNX model, the model was edited since it was read, a record of it cannot be edited, or data in
/// another file cannot be read.
pub fn externalize(model: &Model, location: &str, min_bytes: u64) -> Result<Externalized, WriteError> {
    check::is_as_read(model)?;
    // The data in a text is where it says, so that its binary form need not be read to find it.
    let (model, data) = match model.format() == Format::OnnxText && has_all_data(model) {
        true => binary::externalize_records(&binary_file(model)?.to_bytes(), location, min_bytes)?,
        false => binary::externalize(&*binary_form(model, &ReadOptions::default())?, location, min_bytes)?,
    };
    Ok(Externalized { model, data })
}

/// Whether the data of every tensor is valid and in the model file.
pub(crate) fn has_all_data(model: &Model) -> bool {
    model.tensors.iter().all(|tensor| match tensor.storage {
        Storage::Missing | Storage::Mismatched => false,
        Storage::Packed(file, _) => file == FileId::MODEL,
        _ => true,
    })
}

/// The model as binary ONNX, which is converted from text and read again.
pub(crate) fn binary_form<'m>(model: &'m Model, options: &ReadOptions) -> Result<Cow<'m, Model>, WriteError> {
    match model.format() {
        Format::Onnx => Ok(Cow::Borrowed(model)),
        Format::OnnxText => {
            let bytes = binary_file(model)?.to_bytes();
            Ok(Cow::Owned(Model::from_onnx(model.source().clone().with_bytes(bytes), options)))
        }
        other => Err(WriteError::Format(other.name())),
    }
}

/// A model that was read from text, as binary ONNX.
pub(crate) fn binary_file(model: &Model) -> Result<PatchedFile, WriteError> {
    check::is_as_read(model)?;
    binary::canonical(model)
}

/// The locations of external data that a model refers to after a rewrite, each once, in the order of the model: those
/// of initializers and attributes, including subgraphs and functions. With an empty rewrite, the current ones.
///
/// # Errors
/// As for [`rewrite`].
pub fn external_files(model: &Model, rewrite: &Rewrite) -> Result<Vec<String>, WriteError> {
    let mut seen = HashSet::new();
    let locations = external_tensors(model, rewrite)?.into_iter().map(|(_, location)| location);
    Ok(locations.filter(|location| seen.insert(location.clone())).collect())
}

/// The tensors with external data that remain after a rewrite, with the location as written.
pub(crate) fn external_tensors(model: &Model, rewrite: &Rewrite) -> Result<Vec<(TensorId, String)>, WriteError> {
    let (kept, location): (_, fn(&Model, TensorId) -> Option<String>) = match model.format() {
        Format::Onnx => (binary::kept_tensors(model, rewrite)?, binary::external_location),
        Format::OnnxText => (text::kept_tensors(model, rewrite)?, text::tensor::location),
        other => return Err(WriteError::Format(other.name())),
    };
    let copied = rewrite.constants.iter().filter_map(|(_, constant)| match constant {
        NewConstant::CopiedFromFile(tensor) => Some(*tensor),
        NewConstant::Tensor(_) => None,
    });
    let tensors: BTreeSet<TensorId> = kept.into_iter().chain(copied).collect();
    Ok(tensors.into_iter().filter_map(|id| Some((id, location(model, id)?))).collect())
}
