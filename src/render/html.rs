//! A single searchable HTML page: findings by file, and the listing with the type of every value.
//!
//! The page needs no network, and links, folding, and both themes work without a script. The script adds search, filters,
//! and keyboard shortcuts. The page is also well-formed XML. Files are written as they are added; the summary is at the
//! end, and the script moves it to the top.

mod finding;
mod listing;
mod text;

use std::io::{self, Write};

use sha2::{Digest, Sha256};

use self::text::Escaped;
use super::full::about;
use super::{Emitter, count, found, hidden, incomplete, not_shown, rule_page, shown};
use crate::report::{FileReport, Summary};
use crate::rule::Rule;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");
/// The delimiters that make the script text for XML parsers.
const CDATA: [&str; 2] = ["/*<![CDATA[*/\n", "/*]]>*/"];

/// A page of all files.
#[derive(Default)]
pub(crate) struct Html {
    begun: bool,
    files: Vec<Row>,
    rules: Vec<&'static Rule>,
}

/// The row of a file in the summary.
struct Row {
    path: String,
    shown: String,
    clean: bool,
}

impl Emitter for Html {
    fn file(&mut self, out: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        self.begin(out)?;
        let shown = shown(file);
        let clean = file.findings.is_empty() && file.dropped == 0;
        self.files.push(Row { path: file.path.clone(), shown: shown.clone(), clean });
        for finding in &file.findings {
            if !self.rules.contains(&finding.rule) {
                self.rules.push(finding.rule);
            }
        }
        let number = self.files.len();
        writeln!(out, "<section class=\"file\" id=\"f{number}\" aria-labelledby=\"f{number}-name\">")?;
        writeln!(out, "<h2 id=\"f{number}-name\">{}</h2>", Escaped(&file.path))?;
        writeln!(out, "<p>{}: {}.</p>", Escaped(&about(file)), shown)?;
        if file.dropped > 0 {
            writeln!(out, "<p>{}</p>", not_shown(file.dropped))?;
        }
        findings(out, number, file)?;
        if let Some(page) = &file.page {
            listing::write(out, number, page, &file.findings)?;
        }
        writeln!(out, "</section>")
    }

    fn end(&mut self, out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
        self.begin(out)?;
        self.rules(out)?;
        self.summary(out, summary)?;
        writeln!(out, "</main>\n<script>{}{SCRIPT}{}</script>\n</body>\n</html>", CDATA[0], CDATA[1])
    }
}

impl Html {
    /// Writes the head of the page once.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        // Even if a name escaped its quotes: nothing is loaded, and no other script runs.
        let script = base64(&Sha256::digest([CDATA[0], SCRIPT, CDATA[1]].concat()));
        let policy = format!(
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{script}'; \
             base-uri 'none'; form-action 'none'"
        );
        let head = include_str!("html/head.html").replace("POLICY", &policy).replace("STYLE", STYLE);
        out.write_all(head.as_bytes())
    }

    /// Writes the pages of the violated rules.
    fn rules(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.rules.is_empty() {
            return Ok(());
        }
        self.rules.sort_by_key(|rule| rule.code);
        writeln!(out, "<section id=\"rules\" aria-labelledby=\"rules-name\">\n<h2 id=\"rules-name\">Rules</h2>")?;
        for rule in &self.rules {
            let (code, name, summary) = (rule.code, rule.name, Escaped(rule.summary));
            write!(out, "<details id=\"{code}\"><summary>{code} {name}: {summary}</summary>")?;
            writeln!(out, "<pre>{}</pre></details>", Lines(&rule_page(rule)))?;
        }
        writeln!(out, "</section>")
    }

    fn summary(&self, out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
        writeln!(out, "<section id=\"summary\" aria-labelledby=\"summary-name\">")?;
        let (files, all) = (count(summary.files, "file"), found(summary.counts));
        let incomplete = incomplete(summary);
        let lead = if incomplete.is_some() { "incomplete, " } else { "" };
        writeln!(out, "<h2 id=\"summary-name\">{files}: {lead}{all}</h2>")?;
        if let Some(why) = incomplete {
            writeln!(out, "<p>{why}</p>")?;
        }
        if summary.suppressed > 0 {
            writeln!(out, "<p>{} suppressed.</p>", summary.suppressed)?;
        }
        if summary.hidden > 0 {
            writeln!(out, "<p>{}</p>", hidden(summary.hidden))?;
        }
        if summary.dropped > 0 {
            writeln!(out, "<p>{}</p>", not_shown(summary.dropped))?;
        }
        if self.files.len() > 1 {
            self.contents(out)?;
        }
        writeln!(out, "</section>")
    }

    /// Writes links to the files. Files without findings are folded unless there are no others.
    fn contents(&self, out: &mut dyn Write) -> io::Result<()> {
        let all = self.files.iter().zip(1..);
        let (clean, rest): (Vec<_>, Vec<_>) = all.partition(|(row, _)| row.clean);
        writeln!(out, "<nav aria-label=\"Files\">")?;
        links(out, &rest)?;
        if rest.is_empty() || clean.is_empty() {
            links(out, &clean)?;
        } else {
            writeln!(out, "<details><summary>{} without findings</summary>", count(clean.len(), "file"))?;
            links(out, &clean)?;
            writeln!(out, "</details>")?;
        }
        writeln!(out, "</nav>")
    }
}

fn links(out: &mut dyn Write, files: &[(&Row, usize)]) -> io::Result<()> {
    if files.is_empty() {
        return Ok(());
    }
    writeln!(out, "<ul>")?;
    for (row, number) in files {
        writeln!(out, "<li><a href=\"#f{number}\">{}</a>: {}</li>", Escaped(&row.path), row.shown)?;
    }
    writeln!(out, "</ul>")
}

/// Writes the findings of file number `number`.
fn findings(out: &mut dyn Write, number: usize, file: &FileReport) -> io::Result<()> {
    if file.findings.is_empty() {
        return Ok(());
    }
    let mut lines = vec![None; file.findings.len()];
    for mark in file.page.iter().flat_map(|page| &page.marks) {
        if let Some(line) = lines.get_mut(mark.finding) {
            *line = Some(mark.line);
        }
    }
    writeln!(out, "<div class=\"found\">\n<h3>Findings</h3>\n<ol class=\"findings\" role=\"list\">")?;
    for (at, (finding, line)) in file.findings.iter().zip(lines).enumerate() {
        finding::write(out, number, at + 1, finding, line)?;
    }
    writeln!(out, "</ol>\n</div>")
}

/// A text of several lines.
struct Lines<'a>(&'a str);

impl std::fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.lines().try_for_each(|line| writeln!(f, "{}", Escaped(line)))
    }
}

/// Base 64 with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for digit in 0..4 {
            let value = (word >> (18 - 6 * digit)) as usize % 64;
            out.push(if digit <= chunk.len() { char::from(DIGITS[value]) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_follows_rfc_4648() {
        for (text, code) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(text.as_bytes()), code);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "+/8=");
    }

    #[test]
    fn script_is_valid_in_html_and_in_xml() {
        assert!(!SCRIPT.contains("]]>") && !SCRIPT.contains("</script") && !SCRIPT.contains("<!--"));
        assert!(!STYLE.contains(['<', '&']));
    }
}
