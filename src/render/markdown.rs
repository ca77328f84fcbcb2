//! A Markdown table of findings, for comments on changes.

use std::io::{self, Write};

use super::{Emitter, count, found, hidden, incomplete, not_shown};
use crate::escape::one_line;
use crate::report::{FileReport, Finding, Summary};

/// Rows are kept until the counts above them are known.
#[derive(Default)]
pub(crate) struct Markdown {
    rows: Vec<u8>,
}

impl Emitter for Markdown {
    fn file(&mut self, _: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        file.findings.iter().try_for_each(|finding| row(&mut self.rows, &file.path, finding))
    }

    fn end(&mut self, out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
        let found = found(summary.counts);
        let incomplete = incomplete(summary);
        let lead = if incomplete.is_some() { "incomplete, " } else { "" };
        writeln!(out, "### shapewright: {lead}{found} in {}\n", count(summary.files, "file"))?;
        if let Some(why) = incomplete {
            writeln!(out, "{why}\n")?;
        }
        if !self.rows.is_empty() {
            writeln!(out, "| level | rule | file | location | finding |\n|---|---|---|---|---|")?;
            out.write_all(&self.rows)?;
            writeln!(out)?;
        }
        if summary.hidden > 0 {
            writeln!(out, "{}\n", hidden(summary.hidden))?;
        }
        if summary.dropped > 0 {
            writeln!(out, "{}\n", not_shown(summary.dropped))?;
        }
        Ok(())
    }
}

fn row(out: &mut Vec<u8>, path: &str, finding: &Finding) -> io::Result<()> {
    let at = finding.location.source.map(|s| format!(":{}", s.line)).unwrap_or_default();
    let place = finding.location.path.as_deref().map(code).unwrap_or_default();
    let (level, rule) = (finding.level, finding.rule);
    let message = cell(&finding.message);
    writeln!(out, "| {level} | {} {} | {}{at} | {place} | {message} |", rule.code, rule.name, code(path))
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
