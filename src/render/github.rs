//! GitHub Actions annotations, and a table for the job summary.

use std::borrow::Cow;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;

use super::{Emitter, Markdown};
use crate::report::{FileReport, Finding, Summary};
use crate::rule::Level;

/// The size limit of GitHub for the summary of a step.
const MAX_SUMMARY_BYTES: u64 = 1 << 20;

/// A workflow command for each finding, without a line if the file is binary.
pub(crate) struct Github {
    summary: Option<StepSummary>,
}

/// The file that a runner shows on the page of the job.
struct StepSummary {
    path: PathBuf,
    text: Vec<u8>,
    table: Markdown,
}

/// The job summary cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write to `{path}`, which GITHUB_STEP_SUMMARY names: {source}")]
pub(crate) struct SummaryError {
    path: String,
    source: io::Error,
}

impl StepSummary {
    fn write(mut self, summary: &Summary) -> io::Result<()> {
        self.table.end(&mut self.text, summary)?;
        let mut file = OpenOptions::new().append(true).create(true).open(&self.path)?;
        if file.metadata()?.len().saturating_add(self.text.len() as u64) > MAX_SUMMARY_BYTES {
            self.text.clear();
            // Only the heading and the counts, which are always short.
            Markdown::default().end(&mut self.text, summary)?;
        }
        file.write_all(&self.text)
    }
}

impl Github {
    /// Appends a table to this file, if there is one.
    pub(crate) fn new(summary: Option<PathBuf>) -> Github {
        let summary = summary.map(|path| StepSummary { path, text: Vec::new(), table: Markdown::default() });
        Github { summary }
    }
}

impl Emitter for Github {
    fn file(&mut self, out: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        if let Some(summary) = &mut self.summary {
            summary.table.file(&mut summary.text, file)?;
        }
        file.findings.iter().try_for_each(|finding| annotation(out, &file.path, finding))
    }

    fn end(&mut self, _: &mut dyn Write, summary: &Summary) -> io::Result<()> {
        let Some(own) = self.summary.take() else { return Ok(()) };
        let path = own.path.display().to_string();
        own.write(summary).map_err(|source| io::Error::other(SummaryError { path, source }))
    }
}

fn annotation(out: &mut dyn Write, path: &str, finding: &Finding) -> io::Result<()> {
    let command = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    write!(out, "::{command} file={}", property(path))?;
    if let Some(at) = finding.location.source {
        write!(out, ",line={},endLine={}", at.line, at.end_line)?;
        // GitHub interprets columns only within one line.
        if at.line == at.end_line {
            write!(out, ",col={},endColumn={}", at.column, at.end_column)?;
        }
    }
    write!(out, ",title={}::", property(&format!("shapewright {} {}", finding.rule.code, finding.rule.name)))?;
    if let Some(place) = &finding.location.path {
        write!(out, "{}: ", data(place))?;
    }
    let mut text = finding.message.clone();
    for help in &finding.help {
        text.push_str("\nhelp: ");
        text.push_str(help);
    }
    writeln!(out, "{}", data(&text))
}

/// The text of a command, on one line.
fn data(text: &str) -> Cow<'_, str> {
    escape(text, &['%', '\r', '\n'])
}

/// A property of a command.
fn property(text: &str) -> Cow<'_, str> {
    escape(text, &['%', '\r', '\n', ':', ','])
}

fn escape<'a>(text: &'a str, special: &[char]) -> Cow<'a, str> {
    if !text.contains(special) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match special.contains(&c) {
            true => out.push_str(&format!("%{:02X}", u32::from(c))),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_end_a_command() {
        assert_eq!(data("a: 50%\n::set-env"), "a: 50%25%0A::set-env");
        assert_eq!(property("a,b:c"), "a%2Cb%3Ac");
    }
}
