//! Where reports go: apart from each other, and from what the run reads.

use std::path::Path;

use super::LintArgs;
use super::report_file::ReportFormat;
use crate::cli::config::Configs;
use crate::cli::file_identity::same;
use crate::cli::input::Input;
use crate::cli::output_conflicts::ProtectedFiles;

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
