//! Where reports go, and in which form.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;

use crate::suggest;

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportFormat {
    /// For people
    Full,
    /// One line each
    Concise,
    /// One JSON object
    Json,
    /// JSON, one object a line
    Jsonl,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions, and a table in GITHUB_STEP_SUMMARY
    Github,
    /// GitLab's code quality report
    Gitlab,
    /// JUnit, a test case for each file
    Junit,
    /// A table in Markdown
    Markdown,
    /// One page to read and search: findings, and the listing with the type of every value
    Html,
}

/// Where a report goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReportFile {
    /// Its form, if it is not the one of `--format`.
    pub(crate) format: Option<ReportFormat>,
    pub(crate) path: PathBuf,
}

impl ReportFile {
    /// Whether it is standard output.
    pub(crate) fn is_stdout(&self) -> bool {
        self.path == Path::new("-")
    }

    /// The form that the name stands for, if it stands for one.
    pub(super) fn called(&self) -> Option<ReportFormat> {
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

impl FromStr for ReportFile {
    type Err = String;

    fn from_str(text: &str) -> Result<ReportFile, String> {
        let format = text.split_once(':').and_then(|(name, path)| {
            let format = ReportFormat::from_str(name, false).ok()?;
            Some((format, path))
        });
        let (format, path) = format.map_or((None, text), |(format, path)| (Some(format), path));
        if let Some(near) = format.is_none().then(|| misspelt_form(text)).flatten() {
            Err(near)
        } else if path.is_empty() {
            Err("the name of the file is missing".to_owned())
        } else {
            Ok(ReportFile { format, path: path.into() })
        }
    }
}

/// What to say of a text that begins almost like a form of reports.
fn misspelt_form(text: &str) -> Option<String> {
    let (name, _) = text.split_once(':').filter(|(name, _)| !name.contains(['/', '\\']))?;
    let mut forms = ReportFormat::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    // A drive's letter, or a word of another meaning, is a part of the file's name.
    let most = 1 + name.len() / 6;
    let near = forms.find(|form| suggest::distance(name, form.get_name()).is_some_and(|distance| distance <= most))?;
    Some(format!("`{name}` is no form of reports; did you mean `{}`?", near.get_name()))
}
