//! The formats of reports, and the files that they are written to.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;

use crate::suggest;

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportFormat {
    /// Human-readable
    Full,
    /// One line per finding
    Concise,
    /// One JSON object
    Json,
    /// JSON, one object per line
    Jsonl,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// GitHub Actions annotations, and a table in GITHUB_STEP_SUMMARY
    Github,
    /// GitLab code quality report
    Gitlab,
    /// JUnit, one test case per file
    Junit,
    /// A Markdown table
    Markdown,
    /// A single searchable HTML page: the findings, and the listing with the type of every value
    Html,
}

/// A file for a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReportFile {
    /// The format in the prefix, if there is one.
    pub(crate) format: Option<ReportFormat>,
    pub(crate) path: PathBuf,
}

impl ReportFile {
    /// Whether it is standard output.
    pub(crate) fn is_stdout(&self) -> bool {
        self.path == Path::new("-")
    }

    /// The format that the extension selects, if it selects one.
    pub(super) fn format_of_extension(&self) -> Option<ReportFormat> {
        let name = self.path.file_name()?.to_str()?.to_ascii_lowercase();
        let (stem, extension) = name.rsplit_once('.')?;
        match extension {
            "html" | "htm" => Some(ReportFormat::Html),
            "json" if stem.ends_with(".sarif") => Some(ReportFormat::Sarif),
            "json" => Some(ReportFormat::Json),
            "jsonl" => Some(ReportFormat::Jsonl),
            "sarif" => Some(ReportFormat::Sarif),
            "md" => Some(ReportFormat::Markdown),
            "xml" => Some(ReportFormat::Junit),
            _ => None,
        }
    }
}

/// The extensions of text for people, which selects no other format.
const TEXT: [&str; 2] = ["txt", "log"];

/// Checks that a format was selected for the file, or that its extension is that of one.
pub(super) fn check_extension(report: &ReportFile) -> Result<(), String> {
    let extension = report.path.extension().filter(|_| !report.is_stdout());
    let is_text = |extension: &OsStr| TEXT.iter().any(|known| extension.eq_ignore_ascii_case(known));
    match extension {
        Some(extension) if !is_text(extension) && report.format_of_extension().is_none() => Err(format!(
            "the extension of `{}` selects no report format; expected .html, .json, .jsonl, .sarif, .md, .xml (JUnit), or \
             .txt, or a format with --format",
            report.path.display()
        )),
        _ => Ok(()),
    }
}

impl FromStr for ReportFile {
    type Err = String;

    fn from_str(text: &str) -> Result<ReportFile, String> {
        let format = text.split_once(':').and_then(|(name, path)| {
            let format = ReportFormat::from_str(name, false).ok()?;
            Some((format, path))
        });
        let (format, path) = format.map_or((None, text), |(format, path)| (Some(format), path));
        if let Some(near) = format.is_none().then(|| misspelled_format(text)).flatten() {
            Err(near)
        } else if path.is_empty() {
            Err("the file name is missing".to_owned())
        } else {
            Ok(ReportFile { format, path: path.into() })
        }
    }
}

/// An error message for a prefix that closely resembles a format.
fn misspelled_format(text: &str) -> Option<String> {
    let (name, _) = text.split_once(':').filter(|(name, _)| !name.contains(['/', '\\']))?;
    let mut formats = ReportFormat::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    // A drive letter, or an unrelated word, is part of the file name.
    let max = 1 + name.len() / 6;
    let near =
        formats.find(|format| suggest::distance(name, format.get_name()).is_some_and(|distance| distance <= max))?;
    Some(format!("unknown report format `{name}`; did you mean `{}`?", near.get_name()))
}
