//! External data of a model that goes to another folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::super::args::FoldArgs;
use super::target::{Target, folder};
use crate::graph::{Format, Model};
use crate::write::Rewrite;
use crate::write::onnx::{External, external_files};

/// What becomes of files beside the model.
#[derive(Default)]
pub(super) struct Beside {
    pub(super) external: External,
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
        if model.format() != Format::Onnx {
            return Ok(Beside::default());
        }
        if args.embed {
            return Ok(Beside { external: External::Embed, copies: Vec::new() });
        }
        let (Some(target), Some(path)) = (target, model.source().path()) else { return Ok(Beside::default()) };
        let files = external_files(model, rewrite).map_err(|error| error.to_string())?;
        let (from, to) = (real(folder(path)), real(target.folder()));
        if files.is_empty() || from == to {
            return Ok(Beside::default());
        }
        if args.copy_external {
            let copies = files.iter().map(|location| (from.join(location), to.join(location)));
            return Ok(Beside { external: External::Keep, copies: copies.collect() });
        }
        let mut locations = BTreeMap::new();
        for location in files {
            let data = real(&from.join(&location));
            let Ok(beneath) = data.strip_prefix(&to) else {
                return Err(format!(
                    "external data `{location}` does not lie beneath `{}`, where the model is to go: \
                     --copy-external copies it there, --embed puts it into the model",
                    target.folder().display()
                ));
            };
            locations.insert(location, slashed(beneath));
        }
        Ok(Beside { external: External::Relocate(locations), copies: Vec::new() })
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
