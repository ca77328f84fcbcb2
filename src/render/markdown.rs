//! A Markdown table of findings, for comments on changes.

use std::io::{self, Write};

use super::severity_order::BySeverity;
use super::{Emitter, count, found, hidden, incomplete, not_shown, readable_place};
use crate::escape::one_line;
use crate::report::{FileReport, Group, Summary};

/// Maximum number of failing files that are named above the table.
const MAX_NAMED_FILES: usize = 10;

/// Rows are kept until the counts above them are known.
#[derive(Default)]
pub(crate) struct Markdown {
    rows: BySeverity<Vec<u8>>,
    failing: Vec<String>,
}

impl Emitter for Markdown {
    fn file(&mut self, _: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        if file.has_failed() {
            self.failing.push(file.path.clone());
        }
        self.rows.next_file();
        for group in file.groups() {
            self.rows.push(group.finding, row(&file.path, &group));
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
            out.write_all(row)?;
        }
        writeln!(out)?;
        let notes = [
            (summary.hidden, hidden(summary.hidden)),
            (summary.dropped + omitted, not_shown(summary.dropped + omitted)),
        ];
        notes.iter().filter(|(number, _)| *number > 0).try_for_each(|(_, note)| writeln!(out, "{note}\n"))
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

fn row(path: &str, group: &Group<'_>) -> Vec<u8> {
    let finding = group.finding;
    let at = finding.location.source.map(|s| format!(":{}", s.line)).unwrap_or_default();
    let place = readable_place(finding).as_deref().map(code).unwrap_or_default();
    let (level, rule) = (finding.level, &finding.rule);
    let mut message = cell(&finding.message);
    if let Some(note) = group.note() {
        message.push_str(&format!(" ({})", cell(&note)));
    }
    finding.help.iter().for_each(|help| message.push_str(&format!("<br>help: {}", cell(help))));
    if let Some(fix) = &finding.fix {
        message.push_str(&format!("<br>fix: {}; {} applies it", cell(&fix.title), fix.options()));
    }
    format!("| {level} | {} {} | {}{at} | {place} | {message} |\n", rule.code(), rule.name(), code(path)).into_bytes()
}

/// A name as code. A name with a backtick or a bar is plain text, because code in a table can contain neither.
fn code(text: &str) -> String {
    if text.contains(['`', '|']) || text.is_empty() { cell(text) } else { format!("`{}`", one_line(text)) }
}

/// Text in a cell. Text in backticks remains code.
fn cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut quoted = false;
    for c in one_line(text).chars() {
        quoted ^= c == '`';
        match c {
            '|' => out.push_str("\\|"),
            '\\' | '*' | '_' | '[' | ']' | '#' | '~' | '@' if !quoted => {
                out.push('\\');
                out.push(c);
            }
            '<' if !quoted => out.push_str("&lt;"),
            '&' if !quoted => out.push_str("&amp;"),
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
        assert_eq!(code("a|b"), "a\\|b");
        assert_eq!(code("m.onnx"), "`m.onnx`");
    }
}
