//! JUnit: a test case for each file, which fails if a finding of the file fails the run.

use std::cmp::Reverse;
use std::io::{self, Write};

use super::full::about;
use super::{Concise, Emitter, count, found};
use crate::escape::is_control;
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
    text: String,
}

impl Emitter for Junit {
    fn file(&mut self, _: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        let (mut failing, mut rest): (Vec<&Finding>, Vec<&Finding>) =
            file.findings.iter().partition(|finding| file.fails(finding.level));
        failing.sort_by_key(|finding| Reverse(finding.level));
        rest.sort_by_key(|finding| Reverse(finding.level));
        let failure = failure(file, &failing);
        let mut counts = Counts::new(&file.findings);
        file.unshown_failures().for_each(|(_, level)| counts.count(level));
        let mut case = Case { fails: failure.is_some(), counts, text: String::new() };
        let name = attribute(&file.path);
        case.text.push_str(&format!("    <testcase classname=\"{}\" name=\"{name}\"", attribute(&about(file))));
        if failure.is_none() && rest.is_empty() {
            case.text.push_str("/>\n");
        } else {
            case.text.push_str(">\n");
            case.text.push_str(failure.as_deref().unwrap_or_default());
            if !rest.is_empty() {
                case.text.push_str(&format!("      <system-out>{}</system-out>\n", xml(&lines(&file.path, &rest))));
            }
            case.text.push_str("    </testcase>\n");
        }
        self.cases.push(case);
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

/// The findings that fail the run, shown or not; `None` if there are none.
fn failure(file: &FileReport, failing: &[&Finding]) -> Option<String> {
    let (mut counts, mut unshown) = (Counts::default(), 0);
    failing.iter().for_each(|finding| counts.count(finding.level));
    for (_, level) in file.unshown_failures() {
        counts.count(level);
        unshown += 1;
    }
    let shown = failing.iter().map(|finding| (finding.rule().clone(), finding.message()));
    let (rule, first) = shown.chain(file.unshown_failures().map(|(rule, _)| (rule, "not shown"))).next()?;
    let message = attribute(&format!("{}: {first}", found(counts)));
    let mut text = lines(&file.path, failing);
    if unshown > 0 {
        let line = if text.is_empty() { "" } else { "\n" };
        text.push_str(&format!("{line}{} not shown (--max-diagnostics)", count(unshown, "finding")));
    }
    let name = rule.name();
    Some(format!("      <failure message=\"{message}\" type=\"{name}\">{}</failure>\n", xml(&text)))
}

fn lines(path: &str, findings: &[&Finding]) -> String {
    let lines: Vec<String> = findings.iter().map(|finding| Concise::text(path, finding)).collect();
    lines.join("\n")
}

/// Text as XML, without the characters that XML does not allow.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            '\r' => out.push_str("&#13;"),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            // Shown by a viewer as it likes, but not by what prints the file.
            c if is_control(c) => out.push_str(&format!("&#{};", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

/// Text as the value of an attribute, in which parsers replace all whitespace with spaces.
fn attribute(text: &str) -> String {
    xml(text).replace('\n', "&#10;").replace('\t', "&#9;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_breaks_the_report() {
        assert_eq!(xml("a<b>&\"c\"\u{1}\n"), "a&lt;b&gt;&amp;&quot;c&quot;\u{fffd}\n");
        assert_eq!(xml("\u{9b}\u{202e}\u{7f}\u{ffff}"), "&#155;&#8238;&#127;\u{fffd}");
        assert_eq!(attribute("a\n\t\r\u{1b}]]>"), "a&#10;&#9;&#13;\u{fffd}]]&gt;");
    }
}
