//! ExternalData data of a model that is written to another directory.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::ExternalData;
use super::target::{ModelTarget, folder};
use crate::dialect::Format;
use crate::graph::Model;
use crate::rewrite::Rewrite;
use crate::source;
use crate::write::onnx::{ExternalDataPolicy, external_files};

/// How external data is handled.
#[derive(Default)]
pub(super) struct ExternalPlan {
    pub(super) external: ExternalDataPolicy,
    /// Files to copy: from, to.
    pub(super) copies: Vec<(PathBuf, PathBuf)>,
}

impl ExternalPlan {
    /// By default, external data is not moved. A model in another directory then needs other locations, which must be
    /// below that directory; other data must be copied or embedded.
    pub(super) fn new(
        external: ExternalData,
        model: &Model,
        rewrite: &Rewrite,
        target: Option<&ModelTarget>,
    ) -> Result<ExternalPlan, String> {
        if model.format() == Format::OpenVinoIr {
            return match external {
                ExternalData::Keep => Ok(ExternalPlan::default()),
                ExternalData::Copy | ExternalData::Inline => {
                    Err("the weights of OpenVINO IR are always in its .bin file, which \
                    is written with the model; --external applies only to ONNX"
                        .to_owned())
                }
            };
        }
        let is_inline = external == ExternalData::Inline;
        if model.format() == Format::OnnxText && !is_inline && model.data_files().is_empty() {
            return Ok(ExternalPlan::default());
        }
        if is_inline {
            return Ok(ExternalPlan { external: ExternalDataPolicy::Embed, copies: Vec::new() });
        }
        let files = external_files(model, rewrite).map_err(|error| error.to_string())?;
        let Some(target) = target.filter(|_| !files.is_empty()) else { return Ok(ExternalPlan::default()) };
        let Some(path) = model.source().path() else {
            return Err(
                "the external data of a model on standard input cannot be found; expected a model file".to_owned()
            );
        };
        let (from, to) = (real(folder(path)), real(target.folder()));
        if from == to {
            return Ok(ExternalPlan::default());
        }
        if external == ExternalData::Copy {
            let copies = files.iter().map(|location| copy(model, folder(path), location, target.folder()));
            let copies: Vec<_> = copies.collect::<Result<_, _>>()?;
            return Ok(ExternalPlan {
                external: ExternalDataPolicy::Keep,
                copies: copies.into_iter().flatten().collect(),
            });
        }
        let locations = beneath(&files, &from, &to, target)?;
        Ok(ExternalPlan { external: ExternalDataPolicy::Relocate(locations), copies: Vec::new() })
    }
}

/// The locations of external data relative to the directory of the new model, which must contain all of it.
fn beneath<'f>(
    files: impl IntoIterator<Item = &'f String>,
    from: &Path,
    to: &Path,
    target: &ModelTarget,
) -> Result<BTreeMap<String, String>, String> {
    let locations = files.into_iter().map(|location| {
        let data = real(&from.join(location));
        let Ok(inside) = data.strip_prefix(to) else {
            return Err(format!(
                "external data `{location}` is not below `{}`, the directory of the new model: \
                 `--external copy` copies it there, and `--external inline` stores it in the model",
                target.folder().display()
            ));
        };
        Ok((location.clone(), slashed(inside)))
    });
    locations.collect()
}

/// The source and the destination of a copy; `None` if the destination already has the same bytes. Only files that the
/// reader opened are copied: it rejects files outside the directory of the model and behind links.
fn copy(model: &Model, from: &Path, location: &str, to: &Path) -> Result<Option<(PathBuf, PathBuf)>, String> {
    let source = from.join(location);
    let inside = Path::new(location).components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
    let file = model.data_files().iter().find(|file| inside && real(file.path()) == real(&source));
    let Some(file) = file else {
        return Err(format!(
            "external data `{location}` was not read and cannot be copied; `shapewright lint` reports why"
        ));
    };
    let place = to.join(location);
    let Ok(there) = source::map(&place) else { return Ok(Some((source, place))) };
    match file.bytes() {
        Some(bytes) if *bytes == there => Ok(None),
        _ => Err(format!("`{}` already exists and differs from the data of the model; move it", place.display())),
    }
}

/// The canonical path if the file exists, otherwise the path as given.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// A path in the form of locations: relative, with `/` on every system.
fn slashed(path: &Path) -> String {
    let parts = path.components().filter_map(|part| match part {
        Component::Normal(part) => Some(part.to_string_lossy().into_owned()),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("/")
}
