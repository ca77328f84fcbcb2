//! GitLab code quality report.

use super::visible_json::write_json;
use std::collections::HashMap;
use std::io::{self, Write};

use serde::Serialize;

use super::Emitter;
use crate::report::{FileReport, Finding, Summary};
use crate::rule::Level;

/// A list of issues. GitLab merges issues with equal fingerprints, so they must be unique.
#[derive(Default)]
pub(crate) struct Gitlab {
    begun: bool,
    counts: HashMap<String, usize>,
}

impl Emitter for Gitlab {
    fn file(&mut self, out: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        for finding in &file.findings {
            out.write_all(if self.begun { b",\n " } else { b"[" })?;
            self.begun = true;
            let fingerprint = self.unique(&finding.fingerprint);
            write_json(&mut *out, &Issue::new(&file.path, finding, fingerprint))?;
        }
        Ok(())
    }

    fn end(&mut self, out: &mut dyn Write, _: &Summary) -> io::Result<()> {
        writeln!(out, "{}]", if self.begun { "" } else { "[" })
    }
}

impl Gitlab {
    /// Makes a fingerprint unique: the same file may be checked twice.
    fn unique(&mut self, fingerprint: &str) -> String {
        let count = self.counts.entry(fingerprint.to_owned()).or_default();
        *count += 1;
        if *count == 1 { fingerprint.to_owned() } else { format!("{fingerprint}.{count}") }
    }
}

#[derive(Serialize)]
struct Issue<'a> {
    description: String,
    check_name: &'a str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<u64>,
}

impl Issue<'_> {
    fn new<'a>(path: &'a str, finding: &'a Finding, fingerprint: String) -> Issue<'a> {
        let place = finding.location.path().map(|p| format!("{p}: ")).unwrap_or_default();
        let source = finding.location.source;
        Issue {
            description: format!("{} {place}{}", finding.rule().code(), finding.message()),
            check_name: finding.rule().name(),
            fingerprint,
            severity: match finding.level {
                Level::Error => "major",
                Level::Warning => "minor",
                Level::Note => "info",
            },
            // GitLab requires a line; for a binary file, it is the first.
            location: Location {
                path: path.strip_prefix("./").unwrap_or(path),
                lines: Lines { begin: source.map_or(1, |s| s.line), end: source.map(|s| s.end_line) },
            },
        }
    }
}
