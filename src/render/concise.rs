//! One line per finding.

use std::io::{self, Write};

use super::Emitter;
use crate::escape::one_line;
use crate::report::{FileReport, Finding, Summary};

/// `PATH:LINE:COLUMN: LEVEL CODE [GRAPH/NODE] MESSAGE`. Lines of a binary file are those of `shapewright print`.
pub(crate) struct Concise;

impl Emitter for Concise {
    fn file(&mut self, out: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        file.findings.iter().try_for_each(|finding| Concise::line(out, &file.path, finding))
    }

    fn end(&mut self, _: &mut dyn Write, _: &Summary) -> io::Result<()> {
        Ok(())
    }
}

impl Concise {
    /// The line of one finding.
    pub(super) fn line(out: &mut dyn Write, path: &str, finding: &Finding) -> io::Result<()> {
        write!(out, "{}", one_line(path))?;
        if let Some((line, column)) = finding.location.line_column() {
            write!(out, ":{line}:{column}")?;
        }
        write!(out, ": {} {}", finding.level, finding.rule.code)?;
        if let Some(path) = &finding.location.path {
            write!(out, " [{}]", one_line(path))?;
        }
        writeln!(out, " {}", one_line(&finding.message))
    }
}
