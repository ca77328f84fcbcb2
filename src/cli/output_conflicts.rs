//! Files that a run reads, and so must not write.

use std::path::{Path, PathBuf};

use super::args::ReadArgs;
use super::config::Configs;
use super::file_identity::{folder_of, has_other_names, same};
use super::input::Input;
use super::run::guarded;
use crate::format::options::ReadOptions;
use crate::graph::Model;

/// The files that a run reads, which it must not write over.
pub(crate) struct ProtectedFiles<'a> {
    pub(crate) inputs: &'a [Input],
    pub(crate) configs: &'a Configs,
    /// The baseline that the command line names.
    pub(crate) baseline: Option<&'a Path>,
    pub(crate) read: &'a ReadArgs,
    /// What is to be written, in words.
    pub(crate) writes: &'static str,
}

impl ProtectedFiles<'_> {
    /// What to say of a place that is one of them.
    pub(crate) fn over(&self, path: &Path) -> Option<String> {
        self.over_file(path).or_else(|| self.over_list(path)).or_else(|| self.over_data(&[path]))
    }

    pub(crate) fn over_file(&self, path: &Path) -> Option<String> {
        let what = if self.inputs.iter().any(|input| input.is(path)) {
            "is a file that is read"
        } else if self.configs.all().iter().any(|config| same(config.path(), path)) {
            "is the configuration"
        } else {
            return None;
        };
        Some(format!("`{}` {what}, no place for {}", path.display(), self.writes))
    }

    pub(crate) fn over_list(&self, path: &Path) -> Option<String> {
        let lists = self.configs.all().iter().filter_map(|config| config.baseline.as_deref()).chain(self.baseline);
        let is_list = lists.into_iter().any(|list| same(list, path));
        is_list.then(|| format!("`{}` is the baseline, no place for {}", path.display(), self.writes))
    }

    /// What to say of the first place where a model has its data.
    pub(crate) fn over_data(&self, places: &[&Path]) -> Option<String> {
        self.inputs.iter().find_map(|input| {
            let folder = input.folder();
            // Data lie in the model's folder or below; only through a link anywhere. What cannot be there costs no
            // reading.
            let linked = |path: &Path| self.read.allow_symlinks || has_other_names(path);
            let may = |path: &&&Path| linked(path) || folder_of(path).starts_with(&folder);
            let places: Vec<&Path> = places.iter().filter(may).copied().collect();
            if places.is_empty() || !input.may_have_data() {
                return None;
            }
            let data = data_places(input, self.read).unwrap_or_default();
            let path = places.into_iter().find(|path| data.iter().any(|data| same(data, path)))?;
            Some(format!("`{}` is for data of `{}`, no place for {}", path.display(), input.name, self.writes))
        })
    }
}

/// Where the data of an ONNX file lie, found without reading them; `None` if the file cannot be read.
pub(crate) fn data_places(input: &Input, args: &ReadArgs) -> Option<Vec<PathBuf>> {
    let options = ReadOptions { no_weights: true, ..args.options() };
    let model = guarded(&input.name, || input.peek(&options)).ok()?.ok()?;
    Some(data_of(&model, &input.folder()))
}

/// The places where a model in a folder has data, or says that it has.
fn data_of(model: &Model, folder: &Path) -> Vec<PathBuf> {
    let named = model.data_locations().iter().map(|location| folder.join(location));
    model.data_files().iter().map(|file| file.path().to_owned()).chain(named).collect()
}

/// Whether a model has data at a place, or says that it has.
pub(crate) fn is_data_of(model: &Model, place: &Path) -> bool {
    let folder = model.source().path().map(folder_of).unwrap_or_default();
    data_of(model, &folder).iter().any(|data| same(data, place))
}
