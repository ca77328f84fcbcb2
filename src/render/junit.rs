//! JUnit: a test case for each file, which fails if a finding of the file fails the run.

use std::cmp::Reverse;
use std::io::{self, Write};

use super::full::about;
use super::{Concise, Emitter, count, found};
use crate::escape::{is_control, is_second_hash};
use crate::report::{Counts, FileReport, Finding, Summary};

/// One suite. Its start tag contains the counts, so cases are kept until the end. Those that fail come first, the ones
/// with the most errors before the others.
#[derive(Default)]
pub(crate) struct Junit {
    cases: Vec<Case>,
}

/// The test case of a file.
struct Case {
    fails: bool,
    counts: Counts,
    text: Box<str>,
}

impl Emitter for Junit {
    fn file(&mut self, _: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        let (mut failing, mut rest): (Vec<&Finding>, Vec<&Finding>) =
            file.findings.iter().partition(|finding| file.fails(finding.level));
        failing.sort_by_key(|finding| Reverse(finding.level));
        rest.sort_by_key(|finding| Reverse(finding.level));
        let mut counts = Counts::new(&file.findings);
        file.unshown_failures().for_each(|(_, level)| counts.count(level));
        let mut text = String::new();
        text.push_str("    <testcase classname=\"");
        push_attribute(&mut text, &about(file));
        text.push_str("\" name=\"");
        push_attribute(&mut text, &file.path);
        text.push('"');
        let start = text.len();
        text.push_str(">\n");
        let fails = push_failure(&mut text, file, &failing);
        if !rest.is_empty() {
            text.push_str("      <system-out>");
            push_lines(&mut text, &file.path, &rest);
            text.push_str("</system-out>\n");
        }
        if fails || !rest.is_empty() {
            text.push_str("    </testcase>\n");
        } else {
            text.truncate(start);
            text.push_str("/>\n");
        }
        self.cases.push(Case { fails, counts, text: text.into() });
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
        let failures = self.cases.iter().filter(|case| case.fails).count();
        self.cases.sort_by_key(|case| Reverse((case.fails, case.counts.errors, case.counts.warnings)));
        let head = format!("name=\"shapewright\" tests=\"{}\" failures=\"{failures}\" errors=\"0\"", summary.files);
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {head}>\n  <testsuite {head}>")?;
        self.cases.iter().try_for_each(|case| out.write_all(case.text.as_bytes()))?;
        writeln!(out, "  </testsuite>\n</testsuites>")
    }
}

/// Adds the findings that fail the run, shown or not. Returns whether there are any.
fn push_failure(out: &mut String, file: &FileReport, failing: &[&Finding]) -> bool {
    let (mut counts, mut unshown) = (Counts::default(), 0);
    failing.iter().for_each(|finding| counts.count(finding.level));
    for (_, level) in file.unshown_failures() {
        counts.count(level);
        unshown += 1;
    }
    let shown = failing.iter().map(|finding| (finding.rule().clone(), finding.message()));
    let hidden = file.unshown_failures().map(|(rule, _)| (rule, "not shown"));
    let Some((rule, first)) = shown.chain(hidden).next() else { return false };
    out.push_str("      <failure message=\"");
    push_attribute(out, &format!("{}: {first}", found(counts)));
    out.push_str(&format!("\" type=\"{}\">", rule.name()));
    push_lines(out, &file.path, failing);
    if unshown > 0 {
        let line = if failing.is_empty() { "" } else { "\n" };
        out.push_str(&format!("{line}{} not shown (--max-diagnostics)", count(unshown, "finding")));
    }
    out.push_str("</failure>\n");
    true
}

/// Adds a line for each finding.
fn push_lines(out: &mut String, path: &str, findings: &[&Finding]) {
    for (at, finding) in findings.iter().enumerate() {
        if at > 0 {
            out.push('\n');
        }
        push_xml(out, &Concise::text(path, finding));
    }
}

/// Adds text as XML, without the characters that XML does not allow.
fn push_xml(out: &mut String, text: &str) {
    for (at, c) in text.char_indices() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            '\r' => out.push_str("&#13;"),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            // Shown by a viewer as it likes, but not by what prints the file.
            c if is_control(c) || is_second_hash(text, at, c) => out.push_str(&format!("&#{};", u32::from(c))),
            c => out.push(c),
        }
    }
}

/// Adds text as the value of an attribute, in which parsers replace all whitespace with spaces.
fn push_attribute(out: &mut String, text: &str) {
    let start = out.len();
    push_xml(out, text);
    if out[start..].contains(['\n', '\t']) {
        let escaped = out[start..].replace('\n', "&#10;").replace('\t', "&#9;");
        out.replace_range(start.., &escaped);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(push: fn(&mut String, &str), text: &str) -> String {
        let mut out = "<".to_owned();
        push(&mut out, text);
        out.split_off(1)
    }

    #[test]
    fn no_name_breaks_the_report() {
        let (xml, attribute) = (|text| written(push_xml, text), |text| written(push_attribute, text));
        assert_eq!(xml("a<b>&\"c\"\u{1}\n"), "a&lt;b&gt;&amp;&quot;c&quot;\u{fffd}\n");
        assert_eq!(xml("\u{9b}\u{202e}\u{7f}\u{ffff}"), "&#155;&#8238;&#127;\u{fffd}");
        assert_eq!(attribute("a\n\t\r\u{1b}]]>"), "a&#10;&#9;&#13;\u{fffd}]]&gt;");
    }
}
