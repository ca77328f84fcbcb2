//! Where reports go: apart from each other, and from what the run reads.

use std::fs;
use std::path::{Path, PathBuf};

use super::args::{LintArgs, ReadArgs, ReportFormat};
use super::config::Configs;
use super::files::Input;
use super::run::guarded;
use crate::graph::Model;
use crate::read::ReadOptions;

/// The form of the report on standard output, if one goes there.
///
/// # Errors
/// What to say: several would go there.
pub(super) fn on_stdout(args: &LintArgs) -> Result<Option<ReportFormat>, String> {
    // A report without a form of its own takes the place of the one that is always given.
    let first = args.output.iter().all(|report| report.format.is_some()).then_some(args.format);
    let named = args.output.iter().filter(|report| report.is_stdout());
    let forms: Vec<ReportFormat> =
        first.into_iter().chain(named.map(|report| report.format.unwrap_or(args.format))).collect();
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
pub(super) fn apart(args: &LintArgs, inputs: &[Input], configs: &Configs) -> Result<(), String> {
    let reports: Vec<&Path> =
        args.output.iter().filter(|report| !report.is_stdout()).map(|report| report.path.as_path()).collect();
    let places: Vec<&Path> = reports.iter().copied().chain(args.write_baseline.as_deref()).collect();
    let lists = || {
        configs.all().iter().filter_map(|config| config.baseline.as_deref()).chain(args.settings.baseline.as_deref())
    };
    for (at, path) in places.iter().enumerate() {
        let others = places.get(..at).unwrap_or_default();
        let what = if inputs.iter().any(|input| input.is(path)) {
            "is a file to check, no place for a report"
        } else if configs.all().iter().any(|config| same(config.path(), path)) {
            "is the configuration, no place for a report"
        } else if at < reports.len() && lists().any(|list| same(list, path)) {
            "is the baseline that is read, no place for a report; `--write-baseline` renews it"
        } else if others.iter().any(|other| same(other, path)) && (path.is_file() || !path.exists()) {
            "is named for two reports, and takes one"
        } else {
            continue;
        };
        return Err(format!("`{}` {what}", path.display()));
    }
    inputs.iter().find_map(|input| over_data(input, &places, &args.files.read)).map_or(Ok(()), Err)
}

/// What to say of the first place where a model has its data.
fn over_data(input: &Input, places: &[&Path], args: &ReadArgs) -> Option<String> {
    let folder = input.folder();
    // Data lie in the model's folder or below; only through a link anywhere. What cannot be there costs no reading.
    let may = |path: &&&Path| args.allow_symlinks || folder_of(path).starts_with(&folder);
    let places: Vec<&Path> = places.iter().filter(may).copied().collect();
    if places.is_empty() || !input.may_have_data() {
        return None;
    }
    let data = data_places(input, args).unwrap_or_default();
    let path = places.into_iter().find(|path| data.iter().any(|data| same(data, path)))?;
    Some(format!("`{}` is for data of `{}`, no place for a report", path.display(), input.name))
}

/// Where the data of an ONNX file lie, found without reading them; `None` if the file cannot be read.
pub(super) fn data_places(input: &Input, args: &ReadArgs) -> Option<Vec<PathBuf>> {
    let options = ReadOptions { no_weights: true, ..args.options() };
    let model = guarded(&input.name, || input.read(&options)).ok()?.ok()?;
    Some(data_of(&model, &input.folder()))
}

/// The places where a model in a folder has data, or says that it has.
fn data_of(model: &Model, folder: &Path) -> Vec<PathBuf> {
    let named = model.data_locations().iter().map(|location| folder.join(location));
    model.data_files().iter().map(|file| file.path().to_owned()).chain(named).collect()
}

/// Whether a model has data at a place, or says that it has.
pub(super) fn is_data_of(model: &Model, place: &Path) -> bool {
    let folder = model.source().path().map(folder_of).unwrap_or_default();
    data_of(model, &folder).iter().any(|data| same(data, place))
}

/// Whether two paths lead to the same place, which may not exist yet.
pub(super) fn same(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok();
    let named = a.file_name() == b.file_name() && folder_of(a) == folder_of(b);
    named || (real(a).is_some() && real(a) == real(b))
}

/// The folder that a file is in, as the system knows it.
pub(super) fn folder_of(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}
