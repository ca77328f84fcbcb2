//! Files that a run reads and therefore must not overwrite.

use std::path::{Path, PathBuf};

use super::args::ReadArgs;
use super::config::Configs;
use super::file_identity::{folder_of, has_other_names, same};
use super::input::Input;
use super::run::guarded;
use crate::format::options::ReadOptions;
use crate::graph::Model;

/// The files that a run reads and must not overwrite.
pub(crate) struct ProtectedFiles<'a> {
    pub(crate) inputs: &'a [Input],
    pub(crate) configs: &'a Configs,
    /// The baseline on the command line.
    pub(crate) baseline: Option<&'a Path>,
    pub(crate) read: &'a ReadArgs,
    /// A description of the output, for messages.
    pub(crate) writes: &'static str,
}

impl ProtectedFiles<'_> {
    /// The error message for an output path that is one of them.
    pub(crate) fn conflict(&self, path: &Path) -> Option<String> {
        self.file_conflict(path).or_else(|| self.baseline_conflict(path)).or_else(|| self.data_conflict(&[path]))
    }

    pub(crate) fn file_conflict(&self, path: &Path) -> Option<String> {
        let what = if self.inputs.iter().any(|input| input.is(path)) {
            "is an input"
        } else if self.configs.all().iter().any(|config| same(config.path(), path)) {
            "is the configuration"
        } else {
            return None;
        };
        Some(format!("`{}` {what} and cannot be overwritten by {}", path.display(), self.writes))
    }

    pub(crate) fn baseline_conflict(&self, path: &Path) -> Option<String> {
        let lists = self.configs.all().iter().filter_map(|config| config.baseline.as_deref()).chain(self.baseline);
        let is_list = lists.into_iter().any(|list| same(list, path));
        is_list.then(|| format!("`{}` is the baseline and cannot be overwritten by {}", path.display(), self.writes))
    }

    /// The error message for the first path that contains data of a model.
    pub(crate) fn data_conflict(&self, places: &[&Path]) -> Option<String> {
        self.inputs.iter().find_map(|input| {
            let folder = input.folder();
            // Without links, data are in the model's directory or below it. Paths elsewhere need no look at the model.
            let linked = |path: &Path| self.read.allow_symlinks || has_other_names(path);
            let may = |path: &&&Path| linked(path) || folder_of(path).starts_with(folder);
            let places: Vec<&Path> = places.iter().filter(may).copied().collect();
            if places.is_empty() || !input.may_have_data() {
                return None;
            }
            let data = data_paths(input, self.read).unwrap_or_default();
            let path = places.into_iter().find(|path| data.iter().any(|data| same(data, path)))?;
            Some(format!(
                "`{}` contains data of `{}` and cannot be overwritten by {}",
                path.display(),
                input.name,
                self.writes
            ))
        })
    }
}

/// The files with data of an ONNX model, found without reading them; `None` if the model cannot be read.
pub(crate) fn data_paths(input: &Input, args: &ReadArgs) -> Option<Vec<PathBuf>> {
    let options = ReadOptions { no_weights: true, ..args.options() };
    let model = guarded(&input.name, || input.peek(&options)).ok()?.ok()?;
    Some(all_data_paths(&model, input.folder()))
}

/// The files that contain data of a model in this directory, or that the model refers to.
fn all_data_paths(model: &Model, folder: &Path) -> Vec<PathBuf> {
    let named = model.data_locations().iter().map(|location| folder.join(location));
    model.data_files().iter().map(|file| file.path().to_owned()).chain(named).collect()
}

/// Whether a file contains data of a model, or the model refers to it.
pub(crate) fn is_data_of(model: &Model, place: &Path) -> bool {
    let folder = model.source().path().map(folder_of).unwrap_or_default();
    all_data_paths(model, &folder).iter().any(|data| same(data, place))
}
