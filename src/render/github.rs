//! GitHub Actions annotations, and a table for the job summary.

use std::fmt;

use std::borrow::Cow;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;

use super::severity_order::{BySeverity, MAX_ANNOTATIONS};
use super::{Concise, Emitter, Markdown, count, one_line, readable_place};
use crate::report::{FileReport, Finding, Group, Summary};
use crate::rule::Level;

/// The size limit of GitHub for the summary of a step.
const MAX_SUMMARY_BYTES: u64 = 1 << 20;
/// More than what the summary contains above and below the rows of its table, with names of files.
const HEADING_BYTES: u64 = 1 << 16;

/// Workflow commands for the most important findings, without a line if the file is binary; other findings are only in
/// the log and in the summary, because GitHub ignores further commands of a step.
pub(crate) struct Github {
    annotations: BySeverity<Annotation>,
    summary: Option<StepSummary>,
}

/// A finding as a line of the log and, if it may be one of the first of its level, as a workflow command.
struct Annotation {
    command: Option<Box<str>>,
    line: Box<str>,
}

/// The file that a runner shows on the page of the job.
struct StepSummary {
    path: PathBuf,
    table: Markdown,
}

/// The job summary cannot be written.
#[derive(Debug)]
pub(crate) struct SummaryError {
    path: String,
    source: io::Error,
}

impl fmt::Display for SummaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SummaryError { path, source } = self;
        write!(f, "cannot write to `{path}`, which GITHUB_STEP_SUMMARY names: {source}")
    }
}

impl std::error::Error for SummaryError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

impl StepSummary {
    fn write(self, summary: &Summary) -> io::Result<()> {
        let mut file = OpenOptions::new().append(true).create(true).open(&self.path)?;
        let room = MAX_SUMMARY_BYTES.saturating_sub(file.metadata()?.len()).saturating_sub(HEADING_BYTES);
        let mut text = Vec::new();
        self.table.write(&mut text, summary, usize::try_from(room).unwrap_or(usize::MAX))?;
        file.write_all(&text)
    }
}

impl Github {
    /// Appends a table to this file, if there is one.
    pub(crate) fn new(summary: Option<PathBuf>) -> Github {
        let summary = summary.map(|path| StepSummary { path, table: Markdown::default() });
        Github { annotations: BySeverity::default(), summary }
    }
}

impl Emitter for Github {
    fn file(&mut self, out: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        if let Some(summary) = &mut self.summary {
            summary.table.file(out, file)?;
        }
        self.annotations.next_file();
        for group in file.groups() {
            self.annotations.push(group.finding, |may_be_first| Annotation::new(&file.path, &group, may_be_first));
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
        write_annotations(out, std::mem::take(&mut self.annotations).sorted())?;
        let Some(own) = self.summary.take() else { return Ok(()) };
        let path = own.path.display().to_string();
        own.write(summary).map_err(|source| io::Error::other(SummaryError { path, source }))
    }
}

/// Writes the first of each level as commands, and all others as a group of lines.
fn write_annotations(out: &mut dyn Write, all: Vec<(Level, Annotation)>) -> io::Result<()> {
    let (mut level, mut written, mut rest) = (None, 0, Vec::new());
    for (of, annotation) in all {
        written = if level == Some(of) { written + 1 } else { 1 };
        level = Some(of);
        match annotation.command.filter(|_| written <= MAX_ANNOTATIONS) {
            Some(command) => out.write_all(command.as_bytes())?,
            None => rest.push(annotation.line),
        }
    }
    if rest.is_empty() {
        return Ok(());
    }
    writeln!(out, "::group::{}", count(rest.len(), "more finding"))?;
    rest.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out, "::endgroup::")
}

impl Annotation {
    fn new(path: &str, group: &Group<'_>, may_be_first: bool) -> Annotation {
        let finding = group.finding;
        let note = group.note();
        let more = note.iter().map(|note| format!(" ({})", one_line(note)));
        // A runner reads commands in any line, and `##[` begins those of the old form.
        let more = more.chain(finding.help().iter().map(|help| format!("; help: {}", one_line(help))));
        let line = format!("- {}{}", Concise::text(path, finding), more.collect::<String>()).replace("##[", "## [");
        let command = may_be_first.then(|| command(path, finding, note.as_deref()).into());
        Annotation { command, line: line.into() }
    }
}

/// The workflow command of a finding, as a line.
fn command(path: &str, finding: &Finding, similar: Option<&str>) -> String {
    let command = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    // A runner shows the command in its log; a path that contains what it escapes belongs to no file that it marks.
    let mut out = format!("::{command} file={}", property(&one_line(path)));
    if let Some(at) = finding.location.source {
        out.push_str(&format!(",line={},endLine={}", at.line, at.end_line));
        // GitHub interprets columns only within one line.
        if at.line == at.end_line {
            out.push_str(&format!(",col={},endColumn={}", at.column, at.end_column));
        }
    }
    out.push_str(&format!(
        ",title={}::",
        property(&format!("shapewright {} {}", finding.rule().code(), finding.rule().name()))
    ));
    let place = readable_place(finding).map(|place| format!("{}: ", one_line(&place))).unwrap_or_default();
    let mut text = place + &one_line(finding.message());
    let help = finding.help().iter().map(|help| ("help", help.as_str()));
    for (kind, line) in similar.map(|note| ("note", note)).into_iter().chain(help) {
        text.push_str(&format!("\n{kind}: {}", one_line(line)));
    }
    if let Some(fix) = &finding.fix {
        text.push_str(&format!("\nfix: {}; {} applies it", one_line(&fix.title), fix.options()));
        if let Some((line, new)) = fix.changes.as_ref().and_then(|changes| changes.lines.as_ref()) {
            let new: Vec<_> = new.split('\n').map(one_line).collect();
            text.push_str(&format!("\nsuggestion from line {line}:\n{}", new.join("\n")));
        }
    }
    out.push_str(&data(&text));
    out.push('\n');
    out
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
