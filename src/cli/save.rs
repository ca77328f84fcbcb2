//! Models that were edited, written to files as the commands write them.

use std::path::{Path, PathBuf};

use super::model_output::{ModelTarget, NewModel};
use crate::dialect::Format;
use crate::graph::Model;
use crate::rewrite::Rewrite;
use crate::write::openvino::edited_xml;
use crate::write::{ExternalDataPolicy, WriteError, WriteOutput, write, write_rewritten};

pub use super::model_output::ExternalData;

/// The files of a model that was edited, in memory. External data stays where it is, or is stored in the model. Without its
/// weights, an OpenVINO model is one file.
///
/// # Errors
/// What the model now is cannot be written in its format.
pub fn encode(read: &Model, edited: &Model, external: ExternalData) -> Result<WriteOutput, WriteError> {
    encode_with(read, edited, &external.policy())
}

pub(super) fn encode_with(
    read: &Model,
    edited: &Model,
    external: &ExternalDataPolicy,
) -> Result<WriteOutput, WriteError> {
    let has_weights = read.format() != Format::OpenVinoIr || !read.data_files().is_empty();
    match has_weights {
        true => write(edited, external),
        false => Ok(WriteOutput { model: edited_xml(edited)?, weights: None }),
    }
}

/// Writes a model to a file: completely or not at all, with its external data where the new model finds it. `read` is the
/// model as it was read, and may be the file that is written. OpenVINO IR becomes two files, with the extensions `.xml` and
/// `.bin`. Returns the path of the model.
///
/// ```no_run
/// use shapewright::annotate::{AnnotateOptions, annotate};
/// use shapewright::cli::save::{ExternalData, save};
/// use shapewright::ReadOptions;
/// use shapewright::graph::Model;
///
/// let read = Model::open("net.onnx", &ReadOptions::default())?;
/// let mut edited = read.clone();
/// annotate(&mut edited, &AnnotateOptions::new())?;
/// save(&read, &edited, "annotated/net.onnx", ExternalData::Copy)?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The file cannot be written, has the extension of another format, or contains data that the model needs; or external data
/// is not below the directory of the new model and stays where it is.
pub fn save(read: &Model, edited: &Model, path: impl AsRef<Path>, external: ExternalData) -> Result<PathBuf, String> {
    save_with(read, &Rewrite::default(), path.as_ref(), external, |policy| encode_with(read, edited, policy))
}

/// Writes a model with a rewrite, such as that of a folded model, to a file. Otherwise like [`save`].
///
/// # Errors
/// As for [`save`].
pub fn save_rewritten(
    read: &Model,
    rewrite: &Rewrite,
    path: impl AsRef<Path>,
    external: ExternalData,
) -> Result<PathBuf, String> {
    save_with(read, rewrite, path.as_ref(), external, |policy| write_rewritten(read, rewrite, policy))
}

fn save_with(
    read: &Model,
    rewrite: &Rewrite,
    path: &Path,
    external: ExternalData,
    encode: impl FnOnce(&ExternalDataPolicy) -> Result<WriteOutput, WriteError>,
) -> Result<PathBuf, String> {
    let target = Some(ModelTarget::new(read, path)?);
    let new = NewModel { read, rewrite, edited: None, target, external: Some(external), dry_run: false, verb: "write" };
    let (_, written) = new.write(encode)?;
    Ok(written.map_or_else(|| path.to_owned(), PathBuf::from))
}
