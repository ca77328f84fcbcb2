//! External data of a model that goes to another folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::super::args::FoldArgs;
use super::target::{Target, folder};
use crate::dialect::Format;
use crate::graph::Model;
use crate::rewrite::Rewrite;
use crate::source;
use crate::write::onnx::{ExternalDataPolicy, external_files};

/// What becomes of files beside the model.
#[derive(Default)]
pub(super) struct Beside {
    pub(super) external: ExternalDataPolicy,
    /// Files to copy: from, to.
    pub(super) copies: Vec<(PathBuf, PathBuf)>,
}

impl Beside {
    /// External data stays where it is. A model in another folder needs other locations, which work only for data beneath
    /// that folder; else the caller says what to do.
    pub(super) fn of(
        args: &FoldArgs,
        model: &Model,
        rewrite: &Rewrite,
        target: Option<&Target>,
    ) -> Result<Beside, String> {
        if model.format() == Format::OpenVinoIr {
            let option = args.embed.then_some("--embed").or(args.copy_external.then_some("--copy-external"));
            return match option {
                Some(option) => Err(format!("{option} is for ONNX models, whose data may lie in other files")),
                None => Ok(Beside::default()),
            };
        }
        if model.format() == Format::OnnxText && !args.embed && model.data_files().is_empty() {
            return Ok(Beside::default());
        }
        if args.embed {
            return Ok(Beside { external: ExternalDataPolicy::Embed, copies: Vec::new() });
        }
        let files = external_files(model, rewrite).map_err(|error| error.to_string())?;
        let Some(target) = target.filter(|_| !files.is_empty()) else { return Ok(Beside::default()) };
        let Some(path) = model.source().path() else {
            return Err(
                "the model comes from standard input, so its external data cannot be found: name its file".to_owned()
            );
        };
        let (from, to) = (real(folder(path)), real(target.folder()));
        if from == to {
            return Ok(Beside::default());
        }
        if args.copy_external {
            let copies = files.iter().map(|location| copy(model, folder(path), location, target.folder()));
            let copies: Vec<_> = copies.collect::<Result<_, _>>()?;
            return Ok(Beside { external: ExternalDataPolicy::Keep, copies: copies.into_iter().flatten().collect() });
        }
        let locations = beneath(&files, &from, &to, target)?;
        Ok(Beside { external: ExternalDataPolicy::Relocate(locations), copies: Vec::new() })
    }
}

/// The locations of external data as seen from the folder the model goes to, which must hold all of it.
fn beneath<'f>(
    files: impl IntoIterator<Item = &'f String>,
    from: &Path,
    to: &Path,
    target: &Target,
) -> Result<BTreeMap<String, String>, String> {
    let locations = files.into_iter().map(|location| {
        let data = real(&from.join(location));
        let Ok(inside) = data.strip_prefix(to) else {
            return Err(format!(
                "external data `{location}` does not lie beneath `{}`, where the model is to go: \
                 --copy-external copies it there, --embed puts it into the model",
                target.folder().display()
            ));
        };
        Ok((location.clone(), slashed(inside)))
    });
    locations.collect()
}

/// Where a file is copied from and to; `None` if the same bytes are there already. Only what the reader opened is copied:
/// what it refused lies outside the model's folder or behind a link.
fn copy(model: &Model, from: &Path, location: &str, to: &Path) -> Result<Option<(PathBuf, PathBuf)>, String> {
    let source = from.join(location);
    let inside = Path::new(location).components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
    let file = model.data_files().iter().find(|file| inside && real(file.path()) == real(&source));
    let Some(file) = file else {
        return Err(format!(
            "external data `{location}` was not read, so it is not copied: `shapewright lint` says why"
        ));
    };
    let place = to.join(location);
    let Ok(there) = source::map(&place) else { return Ok(Some((source, place))) };
    match file.bytes() {
        Some(bytes) if *bytes == there => Ok(None),
        _ => {
            Err(format!("`{}` is there already and differs from the data of the model: move it away", place.display()))
        }
    }
}

/// A path without links where it exists, else as it is given.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// A path as locations are written: relative, with `/` on every system.
fn slashed(path: &Path) -> String {
    let parts = path.components().filter_map(|part| match part {
        Component::Normal(part) => Some(part.to_string_lossy().into_owned()),
        _ => None,
    });
    parts.collect::<Vec<_>>().join("/")
}
