//! One finding, with the lines that it shows.

use std::io::{self, Write};

use super::text::{Escaped, Prose, marked, start_of};
use crate::render::full::node_note;
use crate::report::{Excerpt, Finding, Group};
use crate::rule::Level;

/// Maximum number of bytes of a marked text that are repeated with its label.
const MAX_LABEL_BYTES: usize = 80;

/// The most bytes of the findings of a file that are shown in full. There may be thousands, and each byte of a name may be six
/// on the page.
const MAX_FULL_BYTES: usize = 16 << 20;

/// The findings of a file.
pub(super) struct Findings<'w> {
    out: &'w mut dyn Write,
    written: usize,
}

impl<'w> Findings<'w> {
    pub(super) fn new(out: &'w mut dyn Write) -> Findings<'w> {
        Findings { out, written: 0 }
    }

    fn is_long(&self) -> bool {
        self.written > MAX_FULL_BYTES
    }
}

impl Write for Findings<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.written += written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a group of findings of file number `file`; `lines` has the line of the listing of each finding, if it is in it.
pub(super) fn write(out: &mut Findings<'_>, file: usize, group: &Group<'_>, lines: &[Option<u64>]) -> io::Result<()> {
    let (finding, number) = (group.finding, group.index + 1);
    if out.is_long() {
        let mut all = [(group.index, finding)].into_iter().chain(group.similar.iter().copied());
        return all.try_for_each(|(index, finding)| brief(out, file, (index, finding), lines));
    }
    let (level, rule, message) = (finding.level, finding.rule(), Prose(finding.message()));
    writeln!(out, "<li class=\"finding {level}\" id=\"f{file}-{number}\" tabindex=\"-1\">")?;
    write!(out, "<h4><span class=\"level\">{level}</span> <a href=\"#{0}\">{0}</a> {message}</h4>", rule.code())?;
    write!(out, "\n<p class=\"place\">")?;
    place(out, file, finding, line_of(lines, group.index))?;
    writeln!(out, "</p>")?;
    for excerpt in finding.excerpts.iter().filter(|excerpt| !excerpt.text.is_empty()) {
        self::excerpt(out, excerpt, level)?;
    }
    let notes = finding.notes().map(|note| ("note", note));
    let mut more = notes.chain(finding.help().iter().map(|help| ("help", help.as_str()))).peekable();
    if more.peek().is_some() {
        writeln!(out, "<dl>")?;
        more.try_for_each(|(kind, text)| writeln!(out, "<dt>{kind}</dt><dd>{}</dd>", Prose(text)))?;
        writeln!(out, "</dl>")?;
    }
    similar(out, file, group, lines)?;
    writeln!(out, "</li>")
}

fn line_of(lines: &[Option<u64>], finding: usize) -> Option<u64> {
    lines.get(finding).copied().flatten()
}

/// The start of a message, and the line of the listing.
fn brief(
    out: &mut dyn Write,
    file: usize,
    (index, finding): (usize, &Finding),
    lines: &[Option<u64>],
) -> io::Result<()> {
    let (level, number, message) = (finding.level, index + 1, finding.message());
    let start = start_of(message, MAX_LABEL_BYTES);
    let sign = if start.len() < message.len() { "…" } else { "" };
    write!(out, "<li class=\"finding {level}\" id=\"f{file}-{number}\" tabindex=\"-1\">{}{sign}", Prose(start))?;
    if let Some(line) = line_of(lines, index) {
        write!(out, " <span class=\"place\"><a href=\"#f{file}L{line}\">listing line {line}</a></span>")?;
    }
    writeln!(out, "</li>")
}

/// The similar findings, folded.
fn similar(out: &mut Findings<'_>, file: usize, group: &Group<'_>, lines: &[Option<u64>]) -> io::Result<()> {
    if group.similar.is_empty() {
        return Ok(());
    }
    writeln!(out, "<details class=\"similar\"><summary>{} more like this</summary>\n<ul>", group.similar.len())?;
    for &(index, finding) in &group.similar {
        if out.is_long() {
            brief(out, file, (index, finding), lines)?;
            continue;
        }
        let (level, message) = (finding.level, Prose(finding.message()));
        let number = index + 1;
        write!(
            out,
            "<li class=\"finding {level}\" id=\"f{file}-{number}\" tabindex=\"-1\">{message} <span class=\"place\">"
        )?;
        place(out, file, finding, line_of(lines, index))?;
        writeln!(out, "</span></li>")?;
    }
    writeln!(out, "</ul></details>")
}

/// The line of the listing, the location in the file, and the node.
fn place(out: &mut dyn Write, file: usize, finding: &Finding, line: Option<u64>) -> io::Result<()> {
    let mut between = "";
    if let Some(line) = line {
        write!(out, "<a href=\"#f{file}L{line}\">listing line {line}</a>")?;
        between = ", ";
    }
    if let Some(at) = finding.location.source {
        write!(out, "{between}file line {}, column {}", at.line, at.column)?;
        between = ", ";
    }
    match (node_note(&finding.location), finding.location.path()) {
        (Some(note), _) => write!(out, "{between}{}", Prose(&note)),
        (None, Some(path)) => write!(out, "{between}<code>{}</code>", Escaped(&path)),
        (None, None) if between.is_empty() => write!(out, "the file as a whole"),
        (None, None) => Ok(()),
    }
}

/// Lines with their numbers, and the labels of their marks below them.
fn excerpt(out: &mut dyn Write, excerpt: &Excerpt, level: Level) -> io::Result<()> {
    write!(out, "<pre>")?;
    let last = excerpt.line + excerpt.text.matches('\n').count() as u64;
    let width = last.to_string().len();
    let mut marks: Vec<_> = excerpt.marks.iter().collect();
    marks.sort_by_key(|mark| mark.range.start);
    let mut start = 0;
    for (line, number) in excerpt.text.split('\n').zip(excerpt.line..) {
        let here = marks.iter().filter(|mark| (start..=start + line.len()).contains(&mark.range.start));
        let here = here.map(|mark| {
            let end = mark.range.end.saturating_sub(start).min(line.len());
            (mark.range.start - start..end, if mark.primary { level } else { Level::Note })
        });
        write!(out, "<span class=\"no\">{number:width$} </span>")?;
        marked(out, line.trim_end_matches('\r'), here)?;
        writeln!(out)?;
        start += line.len() + 1;
    }
    writeln!(out, "</pre>")?;
    let mut labels = excerpt.marks.iter().filter(|mark| !mark.label.is_empty()).peekable();
    if labels.peek().is_none() {
        return Ok(());
    }
    writeln!(out, "<ul class=\"labels\">")?;
    for mark in labels {
        let text = excerpt.text.get(mark.range.clone()).unwrap_or_default();
        let short = start_of(text, MAX_LABEL_BYTES);
        let sign = if short.len() < text.len() { "…" } else { "" };
        writeln!(out, "<li><code>{}{sign}</code>: {}</li>", Escaped(short), Prose(&mark.label))?;
    }
    writeln!(out, "</ul>")
}
