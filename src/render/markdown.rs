//! A Markdown table of findings, for comments on changes.

use std::io::{self, Write};
use std::ops::Range;

use super::severity_order::BySeverity;
use super::{Emitter, count, found, hidden, incomplete, not_shown, readable_place, unread};
use crate::escape::one_line;
use crate::report::{FileReport, Group, Summary};

/// Maximum number of failing files that are named above the table.
const MAX_NAMED_FILES: usize = 10;

/// Rows are kept until the counts above them are known.
#[derive(Default)]
pub(crate) struct Markdown {
    rows: BySeverity<Box<str>>,
    failing: Vec<String>,
}

impl Emitter for Markdown {
    fn file(&mut self, _: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        if file.has_failed() {
            self.failing.push(file.path.clone());
        }
        self.rows.next_file();
        for group in file.groups() {
            self.rows.push(group.finding, |_| row(&file.path, &group));
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
        std::mem::take(self).write(out, summary, usize::MAX)
    }
}

impl Markdown {
    /// Writes the report in about `max` bytes; rows that do not fit are counted.
    pub(super) fn write(self, out: &mut dyn Write, summary: &Summary, max: usize) -> io::Result<()> {
        let found = found(summary.counts);
        let incomplete = incomplete(summary);
        let lead = if incomplete.is_some() { "incomplete, " } else { "" };
        writeln!(out, "### shapewright: {lead}{found} in {}\n", count(summary.files, "file"))?;
        if let Some(why) = incomplete {
            writeln!(out, "{why}\n")?;
        }
        self.write_failing(out)?;
        let (mut room, mut omitted) = (max, 0);
        for (at, (_, row)) in self.rows.sorted().iter().enumerate() {
            // Once a row does not fit, no later one is shown: the order is that of severity.
            if omitted > 0 || row.len() > room {
                omitted += 1;
                continue;
            }
            room -= row.len();
            if at == 0 {
                writeln!(out, "| level | rule | file | location | finding |\n|---|---|---|---|---|")?;
            }
            out.write_all(row.as_bytes())?;
        }
        writeln!(out)?;
        let notes = [
            (summary.hidden, hidden(summary.hidden)),
            (summary.dropped + omitted, not_shown(summary.dropped + omitted)),
        ];
        let notes = notes.into_iter().filter(|(number, _)| *number > 0).map(|(_, note)| note);
        notes.chain(unread(summary.unread_weights)).try_for_each(|note| writeln!(out, "{note}\n"))
    }

    /// Writes which files fail the run.
    fn write_failing(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.failing.is_empty() {
            return Ok(());
        }
        let number = self.failing.len();
        let names: Vec<String> = self.failing.iter().take(MAX_NAMED_FILES).map(|path| code(path)).collect();
        let more = if number > names.len() { format!(", and {} more", number - names.len()) } else { String::new() };
        let verb = if number == 1 { "fails" } else { "fail" };
        writeln!(out, "**{} {verb}:** {}{more}\n", count(number, "file"), names.join(", "))
    }
}

fn row(path: &str, group: &Group<'_>) -> Box<str> {
    let finding = group.finding;
    let at = finding.location.source.map(|s| format!(":{}", s.line)).unwrap_or_default();
    let place = readable_place(finding).as_deref().map(code).unwrap_or_default();
    let (level, rule) = (finding.level, finding.rule());
    let mut message = cell(finding.message());
    if let Some(note) = group.note() {
        message.push_str(&format!(" ({})", cell(&note)));
    }
    finding.help().iter().for_each(|help| message.push_str(&format!("<br>help: {}", cell(help))));
    if let Some(fix) = &finding.fix {
        message.push_str(&format!("<br>fix: {}; {} applies it", cell(&fix.title), fix.options()));
    }
    format!("| {level} | {} {} | {}{at} | {place} | {message} |\n", rule.code(), rule.name(), code(path)).into()
}

/// A name as code, in which nothing is markup, a mention, or a link. What Markdown cannot quote is code in HTML.
fn code(text: &str) -> String {
    if text.contains(['`', '|']) || text.trim() != text || text.is_empty() {
        format!("<code>{}</code>", entities(&one_line(text)))
    } else {
        format!("`{}`", one_line(text))
    }
}

/// Text with everything replaced that is special in Markdown or HTML.
fn entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if c.is_ascii_punctuation() { out.push_str(&format!("&#{};", u32::from(c))) } else { out.push(c) }
    }
    out
}

/// Text in a cell. Text in backticks remains code: up to the next sequence of as many backticks, as in Markdown, because a
/// name may contain backticks, too.
fn cell(text: &str) -> String {
    let text = one_line(text);
    let runs = runs(&text);
    let (mut out, mut done) = (String::with_capacity(text.len() + 8), 0);
    for (at, run) in runs.iter().enumerate() {
        if run.start < done {
            continue;
        }
        out.push_str(&plain(&text[done..run.start]));
        done = run.end;
        match runs[at + 1..].iter().find(|end| end.len() == run.len()) {
            Some(end) => {
                out.push_str(&code(&text[run.end..end.start]));
                done = end.end;
            }
            None => out.push_str(&entities(&text[run.clone()])),
        }
    }
    out + &plain(&text[done..])
}

/// The sequences of backticks.
fn runs(text: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.match_indices('`') {
        match runs.last_mut().filter(|run| run.end == at) {
            Some(run) => run.end += 1,
            None => runs.push(at..at + 1),
        }
    }
    runs
}

/// Text without backticks.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let next = text.chars().skip(1).map(Some).chain([None]);
    for (c, next) in text.chars().zip(next) {
        match c {
            // A renderer finds mentions and links in text after Markdown is gone, but not in code.
            '@' | '#' if next.is_some_and(char::is_alphanumeric) => out.push_str(&code(&c.to_string())),
            ':' if next == Some('/') => out.push_str("&#58;"),
            '.' if out.ends_with("www") => out.push_str("&#46;"),
            '|' | '\\' | '*' | '_' | '[' | ']' | '#' | '~' | '@' | '!' => {
                out.push('\\');
                out.push(c);
            }
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_in_its_cell() {
        assert_eq!(cell("input `a_b` of <x> | y"), "input `a_b` of &lt;x> \\| y");
        assert_eq!(code("a|b"), "<code>a&#124;b</code>");
        assert_eq!(code("m.onnx"), "`m.onnx`");
        // The name is `` a`<i>`b ``, and where it ends cannot be known.
        assert_eq!(cell("input `a`<i>`b` of c"), "input `a`&lt;i>`b` of c");
        assert_eq!(cell("input ``a` *b*"), "input &#96;&#96;a&#96; \\*b\\*");
        assert_eq!(cell("`a | b` and `` a ` b ``"), "<code>a &#124; b</code> and <code> a &#96; b </code>");
        assert_eq!(cell("@a #1 http://b www.c"), "`@`a `#`1 http&#58;//b www&#46;c");
    }
}
