//! JUnit: a test case for each file, which fails if a finding of the file fails the run.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::full::about;
use super::{Concise, Emitter, count, found};
use crate::report::{Counts, FileReport, Finding, Summary};

/// One suite. Its start tag contains the counts, so cases are kept until the end.
#[derive(Default)]
pub(crate) struct Junit {
    cases: String,
    failures: usize,
}

impl Emitter for Junit {
    fn file(&mut self, _: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        let (failing, rest): (Vec<&Finding>, Vec<&Finding>) =
            file.findings.iter().partition(|finding| file.fails(finding.level));
        // Writing to a string cannot fail.
        let _ = write!(
            self.cases,
            "    <testcase classname=\"{}\" name=\"{}\"",
            attribute(&about(file)),
            attribute(&file.path)
        );
        let failure = failure(file, &failing)?;
        if failure.is_none() && rest.is_empty() {
            self.cases.push_str("/>\n");
            return Ok(());
        }
        self.cases.push_str(">\n");
        if let Some(failure) = failure {
            self.failures += 1;
            self.cases.push_str(&failure);
        }
        if !rest.is_empty() {
            let _ = writeln!(self.cases, "      <system-out>{}</system-out>", xml(&lines(&file.path, &rest)?));
        }
        self.cases.push_str("    </testcase>\n");
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, summary: &Summary) -> io::Result<()> {
        let head =
            format!("name=\"shapewright\" tests=\"{}\" failures=\"{}\" errors=\"0\"", summary.files, self.failures);
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {head}>\n  <testsuite {head}>")?;
        out.write_all(self.cases.as_bytes())?;
        writeln!(out, "  </testsuite>\n</testsuites>")
    }
}

/// The findings that fail the run, shown or not; `None` if there are none.
fn failure(file: &FileReport, failing: &[&Finding]) -> io::Result<Option<String>> {
    let (mut counts, mut unshown) = (Counts::default(), 0);
    failing.iter().for_each(|finding| counts.count(finding.level));
    for (_, level) in file.unshown_failures() {
        counts.count(level);
        unshown += 1;
    }
    let shown = failing.iter().map(|finding| (finding.rule, finding.message.as_str()));
    let Some((rule, first)) = shown.chain(file.unshown_failures().map(|(rule, _)| (rule, "not shown"))).next() else {
        return Ok(None);
    };
    let message = attribute(&format!("{}: {first}", found(counts)));
    let mut text = lines(&file.path, failing)?;
    if unshown > 0 {
        let line = if text.is_empty() { "" } else { "\n" };
        text.push_str(&format!("{line}{} not shown (--max-diagnostics)", count(unshown, "finding")));
    }
    let name = rule.name;
    Ok(Some(format!("      <failure message=\"{message}\" type=\"{name}\">{}</failure>\n", xml(&text))))
}

fn lines(path: &str, findings: &[&Finding]) -> io::Result<String> {
    let mut lines = Vec::new();
    findings.iter().try_for_each(|finding| Concise::line(&mut lines, path, finding))?;
    Ok(String::from_utf8_lossy(&lines).trim_end().to_owned())
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
        assert_eq!(attribute("a\n\t\r\u{1b}]]>"), "a&#10;&#9;&#13;\u{fffd}]]&gt;");
    }
}
