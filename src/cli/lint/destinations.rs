//! The outputs of a run: each must differ from the others, and from what the run reads.

use std::path::Path;

use super::LintArgs;
use super::report_file::{ReportFormat, check_extension};
use crate::cli::config::Configs;
use crate::cli::file_identity::same;
use crate::cli::input::Input;
use crate::cli::output_conflicts::ProtectedFiles;

/// The format of the report on standard output, if there is one.
///
/// # Errors
/// Several reports would be written there.
pub(crate) fn on_stdout(args: &LintArgs) -> Result<Option<ReportFormat>, String> {
    // A report without a format prefix replaces the main report.
    let first = args.output.iter().all(|report| report.format.is_some()).then_some(args.form());
    let named = args.output.iter().filter(|report| report.is_stdout());
    let formats: Vec<ReportFormat> = first.into_iter().chain(named.map(|report| args.form_of(report))).collect();
    match formats.as_slice() {
        [] => Ok(None),
        [format] => Ok(Some(*format)),
        _ => {
            Err("only one report can be written to standard output; select its format with `-f`, and write the others to files".to_owned())
        }
    }
}

/// Checks that every report has its own file, that the run does not read it, and that its name selects a format.
///
/// # Errors
/// The message for the first conflict.
pub(crate) fn check_distinct(args: &LintArgs, inputs: &[Input], configs: &Configs) -> Result<(), String> {
    let reports: Vec<&Path> =
        args.output.iter().filter(|report| !report.is_stdout()).map(|report| report.path.as_path()).collect();
    let places: Vec<&Path> = reports.iter().copied().chain(args.write_baseline.as_deref()).collect();
    let baseline = args.settings.baseline.as_deref();
    let protected = ProtectedFiles { inputs, configs, baseline, read: &args.files.read, writes: "a report" };
    for (at, path) in places.iter().enumerate() {
        let others = places.get(..at).unwrap_or_default();
        if let Some(message) = protected.file_conflict(path) {
            return Err(message);
        } else if let Some(message) = protected.baseline_conflict(path).filter(|_| at < reports.len()) {
            return Err(format!("{message}; use `--write-baseline` to update it"));
        } else if others.iter().any(|other| same(other, path)) && (path.is_file() || !path.exists()) {
            return Err(format!("`{}` is named for two reports", path.display()));
        }
    }
    protected.data_conflict(&places).map_or(Ok(()), Err)?;
    let mut unselected = args.output.iter().filter(|report| report.format.is_none() && args.format.is_none());
    unselected.try_for_each(check_extension)
}
