//! Where reports go: apart from each other, and from what the run reads.

use std::fs;
use std::path::{Path, PathBuf};

use super::args::{LintArgs, ReadArgs, ReportFormat};
use super::config::Configs;
use super::files::Input;
use super::run::guarded;
use crate::format::options::ReadOptions;
use crate::graph::Model;

/// The form of the report on standard output, if one goes there.
///
/// # Errors
/// What to say: several would go there.
pub(crate) fn on_stdout(args: &LintArgs) -> Result<Option<ReportFormat>, String> {
    // A report without a form of its own takes the place of the one that is always given.
    let first = args.output.iter().all(|report| report.format.is_some()).then_some(args.form());
    let named = args.output.iter().filter(|report| report.is_stdout());
    let forms: Vec<ReportFormat> = first.into_iter().chain(named.map(|report| args.form_of(report))).collect();
    match forms.as_slice() {
        [] => Ok(None),
        [form] => Ok(Some(*form)),
        _ => {
            Err("standard output takes one report: choose its form with `-f`, and name files for the others".to_owned())
        }
    }
}

/// Whether every report has a place of its own, where the run reads nothing.
///
/// # Errors
/// What to say of one that has not.
pub(crate) fn apart(args: &LintArgs, inputs: &[Input], configs: &Configs) -> Result<(), String> {
    let reports: Vec<&Path> =
        args.output.iter().filter(|report| !report.is_stdout()).map(|report| report.path.as_path()).collect();
    let places: Vec<&Path> = reports.iter().copied().chain(args.write_baseline.as_deref()).collect();
    let baseline = args.settings.baseline.as_deref();
    let taken = ProtectedFiles { inputs, configs, baseline, read: &args.files.read, writes: "a report" };
    for (at, path) in places.iter().enumerate() {
        let others = places.get(..at).unwrap_or_default();
        if let Some(complaint) = taken.over_file(path) {
            return Err(complaint);
        } else if let Some(complaint) = taken.over_list(path).filter(|_| at < reports.len()) {
            return Err(format!("{complaint}; `--write-baseline` renews it"));
        } else if others.iter().any(|other| same(other, path)) && (path.is_file() || !path.exists()) {
            return Err(format!("`{}` is named for two reports, and takes one", path.display()));
        }
    }
    taken.over_data(&places).map_or(Ok(()), Err)
}

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

    fn over_file(&self, path: &Path) -> Option<String> {
        let what = if self.inputs.iter().any(|input| input.is(path)) {
            "is a file that is read"
        } else if self.configs.all().iter().any(|config| same(config.path(), path)) {
            "is the configuration"
        } else {
            return None;
        };
        Some(format!("`{}` {what}, no place for {}", path.display(), self.writes))
    }

    fn over_list(&self, path: &Path) -> Option<String> {
        let lists = self.configs.all().iter().filter_map(|config| config.baseline.as_deref()).chain(self.baseline);
        let is_list = lists.into_iter().any(|list| same(list, path));
        is_list.then(|| format!("`{}` is the baseline, no place for {}", path.display(), self.writes))
    }

    /// What to say of the first place where a model has its data.
    fn over_data(&self, places: &[&Path]) -> Option<String> {
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

/// Whether two paths lead to the same place, which may not exist yet.
pub(crate) fn same(a: &Path, b: &Path) -> bool {
    let named = a.file_name() == b.file_name() && folder_of(a) == folder_of(b);
    named || identity(a).is_some_and(|file| identity(b) == Some(file))
}

/// What the system knows a file by, whatever it is called.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|meta| (meta.dev(), meta.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok()
}

/// Whether a file may be in other folders too, under other names.
#[cfg(unix)]
fn has_other_names(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.nlink() > 1)
}

#[cfg(not(unix))]
fn has_other_names(_: &Path) -> bool {
    false
}

/// The folder that a file is in, as the system knows it.
pub(crate) fn folder_of(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}
