//! A single searchable HTML page: findings by file, and the listing with the type of every value.
//!
//! The page needs no network, and links, folding, and both themes work without a script. The script adds search, filters,
//! and keyboard shortcuts. The page is also well-formed XML. The worst file comes first, so sections are kept until all
//! files are known.

mod finding;
mod listing;
mod markdown;
mod text;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use sha2::{Digest, Sha256};

use self::text::Escaped;
use super::chunks::Chunks;
use super::full::about;
use super::{Emitter, count, found, hidden, incomplete, not_shown, page, shown, unread};
use crate::report::{Counts, FileReport, Summary};
use crate::rule::RuleRef;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");
/// The delimiters that make the script text for XML parsers.
const CDATA: [&str; 2] = ["/*<![CDATA[*/\n", "/*]]>*/"];

/// What the head of the page says about the run.
pub(crate) struct RunInfo {
    /// The name of the directory that was checked.
    pub(crate) project: String,
    /// Date and time.
    pub(crate) date: String,
    /// The arguments of the program.
    pub(crate) command: String,
}

/// A page of all files.
pub(crate) struct Html {
    run: RunInfo,
    files: Vec<Section>,
    rules: BTreeMap<String, RuleCounts>,
}

/// The section of a file.
struct Section {
    /// The number in the ids of its elements.
    number: usize,
    path: String,
    shown: String,
    counts: Counts,
    is_clean: bool,
    text: Chunks,
}

/// The findings of a rule.
struct RuleCounts {
    rule: RuleRef,
    counts: Counts,
    files: usize,
}

impl Emitter for Html {
    fn file(&mut self, _: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        let number = self.files.len() + 1;
        let mut counts = BTreeMap::new();
        for finding in &file.findings {
            let entry = counts.entry(finding.rule().code()).or_insert((finding.rule().clone(), Counts::default()));
            entry.1.count(finding.level);
        }
        for (code, (rule, counts)) in counts {
            let entry =
                self.rules.entry(code.to_owned()).or_insert(RuleCounts { rule, counts: Counts::default(), files: 0 });
            entry.counts.add(counts);
            entry.files += 1;
        }
        let mut text = Chunks::default();
        section(&mut text, number, file)?;
        self.files.push(Section {
            number,
            path: file.path.clone(),
            shown: shown(file),
            counts: Counts::new(&file.findings),
            is_clean: file.findings.is_empty() && file.dropped == 0,
            text,
        });
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
        self.files.sort_by_key(|file| {
            let Counts { errors, warnings, notes } = file.counts;
            (file.is_clean, Reverse((errors, warnings, notes)))
        });
        self.head(out)?;
        self.summary(out, summary)?;
        let (clean, rest): (Vec<&Section>, Vec<&Section>) = self.files.iter().partition(|file| file.is_clean);
        rest.iter().try_for_each(|file| file.text.write_to(out))?;
        // With one file, there is nothing to fold it away from.
        let folds = self.files.len() > 1 && !clean.is_empty();
        if folds {
            let files = count(clean.len(), "file");
            writeln!(out, "<details id=\"clean\" class=\"clean\"><summary>{files} without findings</summary>")?;
        }
        clean.iter().try_for_each(|file| file.text.write_to(out))?;
        if folds {
            writeln!(out, "</details>")?;
        }
        self.rule_pages(out)?;
        writeln!(out, "</main>\n<script>{}{SCRIPT}{}</script>\n</body>\n</html>", CDATA[0], CDATA[1])
    }
}

/// Writes the section of a file.
fn section(out: &mut dyn Write, number: usize, file: &FileReport) -> io::Result<()> {
    writeln!(out, "<section class=\"file\" id=\"f{number}\" aria-labelledby=\"f{number}-name\">")?;
    writeln!(out, "<h2 id=\"f{number}-name\">{}</h2>", Escaped(&file.path))?;
    writeln!(out, "<p>{}: {}.</p>", Escaped(&about(file)), shown(file))?;
    if file.dropped > 0 {
        writeln!(out, "<p>{}</p>", not_shown(file.dropped))?;
    }
    findings(out, number, file)?;
    if let Some(page) = &file.page {
        listing::write(out, number, page, &file.findings)?;
    }
    writeln!(out, "</section>")
}

impl Html {
    /// An empty page.
    pub(crate) fn new(run: RunInfo) -> Html {
        Html { run, files: Vec::new(), rules: BTreeMap::new() }
    }

    fn head(&self, out: &mut dyn Write) -> io::Result<()> {
        // Even if a name escaped its quotes: nothing is loaded, and no other script runs.
        let script = crate::escape::base64(&Sha256::digest([CDATA[0], SCRIPT, CDATA[1]].concat()));
        let policy = format!(
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{script}'; \
             base-uri 'none'; form-action 'none'"
        );
        let RunInfo { project, date, command } = &self.run;
        let title = Escaped(&format!("shapewright: {project}")).to_string();
        let version = env!("CARGO_PKG_VERSION");
        let run = format!("{date}, shapewright {version}: <code>{}</code>", Escaped(command));
        // Names last, because they may contain the other words.
        let head = include_str!("html/head.html").replace("POLICY", &policy).replace("STYLE", STYLE);
        let (before, rest) = head.split_once("RUN").unwrap_or((&head, ""));
        out.write_all(before.replace("TITLE", &title).as_bytes())?;
        out.write_all(run.as_bytes())?;
        out.write_all(rest.as_bytes())
    }

    /// Writes the pages of the violated rules.
    fn rule_pages(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.rules.is_empty() {
            return Ok(());
        }
        writeln!(out, "<section id=\"rules\" aria-labelledby=\"rules-name\">\n<h2 id=\"rules-name\">Rules</h2>")?;
        for rule in self.rules.values().map(|counts| &counts.rule) {
            let (code, name, summary) = (rule.code(), rule.name(), Escaped(rule.summary()));
            writeln!(out, "<details id=\"{code}\"><summary>{code} {name}: {summary}</summary>\n<article>")?;
            // The first line repeats the summary.
            let page = page::whole_page(rule);
            markdown::write(out, page.split_once('\n').map_or("", |(_, rest)| rest), 2)?;
            writeln!(out, "</article></details>")?;
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
        if let Some(unread) = unread(summary.unread_weights) {
            writeln!(out, "<p>{}</p>", Escaped(&unread))?;
        }
        self.rule_table(out)?;
        if self.files.len() > 1 {
            self.contents(out)?;
        }
        writeln!(out, "</section>")
    }

    /// Writes the findings of each rule. The number of findings is a link that searches for them.
    fn rule_table(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.rules.is_empty() {
            return Ok(());
        }
        writeln!(out, "<table><caption>Findings by rule</caption>\n<thead><tr><th scope=\"col\">Rule</th>")?;
        for column in ["Errors", "Warnings", "Notes", "Files"] {
            writeln!(out, "<th scope=\"col\" class=\"number\">{column}</th>")?;
        }
        writeln!(out, "<th scope=\"col\">Summary</th></tr></thead>\n<tbody>")?;
        let mut rules: Vec<&RuleCounts> = self.rules.values().collect();
        rules.sort_by_key(|rule| Reverse((rule.counts.errors, rule.counts.warnings, rule.counts.notes)));
        for RuleCounts { rule, counts, files } in rules {
            let (code, name) = (rule.code(), rule.name());
            write!(out, "<tr><th scope=\"row\"><a href=\"#{code}\">{code}</a> {name}</th>")?;
            for (number, level) in [(counts.errors, "error"), (counts.warnings, "warning"), (counts.notes, "note")] {
                match number {
                    0 => write!(out, "<td></td>")?,
                    _ => write!(out, "<td class=\"number {level}\"><a href=\"#q={code}\">{number}</a></td>")?,
                }
            }
            writeln!(out, "<td class=\"number\">{files}</td><td>{}</td></tr>", Escaped(rule.summary()))?;
        }
        writeln!(out, "</tbody></table>")
    }

    /// Writes links to the files. Files without findings are folded unless there are no others.
    fn contents(&self, out: &mut dyn Write) -> io::Result<()> {
        let (clean, rest): (Vec<&Section>, Vec<&Section>) = self.files.iter().partition(|file| file.is_clean);
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

fn links(out: &mut dyn Write, files: &[&Section]) -> io::Result<()> {
    if files.is_empty() {
        return Ok(());
    }
    writeln!(out, "<ul>")?;
    for Section { number, path, shown, .. } in files {
        writeln!(out, "<li><a href=\"#f{number}\">{}</a>: {shown}</li>", Escaped(path))?;
    }
    writeln!(out, "</ul>")
}

/// Writes the findings of file number `number`; similar ones are below the first of them.
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
    let mut groups = file.groups();
    groups.sort_by_key(|group| Reverse(group.finding.level));
    let mut list = finding::Findings::new(out);
    groups.iter().try_for_each(|group| finding::write(&mut list, number, group, &lines))?;
    writeln!(out, "</ol>\n</div>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_is_valid_in_html_and_in_xml() {
        assert!(!SCRIPT.contains("]]>") && !SCRIPT.contains("</script") && !SCRIPT.contains("<!--"));
        assert!(!STYLE.contains(['<', '&']));
    }
}
