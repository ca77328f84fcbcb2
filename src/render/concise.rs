//! One line per finding.

use std::io::{self, Write};

use super::Emitter;
use crate::escape::one_line;
use crate::report::{FileReport, Finding, Summary};

/// `PATH:LINE:COLUMN: LEVEL CODE [GRAPH/NODE] MESSAGE`. Lines of a binary file are those of `shapewright print`.
pub(crate) struct Concise;

impl Emitter for Concise {
    fn file(&mut self, out: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        for group in file.groups() {
            write!(out, "{}", Concise::text(&file.path, group.finding))?;
            if let Some(note) = group.note() {
                write!(out, " ({})", one_line(&note))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn end(&mut self, _: &mut dyn Write, _: &Summary) -> io::Result<()> {
        Ok(())
    }
}

impl Concise {
    /// The text of one finding, on one line.
    pub(super) fn text(path: &str, finding: &Finding) -> String {
        let mut text = one_line(path).into_owned();
        if let Some((line, column)) = finding.location.line_column() {
            text.push_str(&format!(":{line}:{column}"));
        }
        text.push_str(&format!(": {} {}", finding.level, finding.rule().code()));
        if let Some(path) = finding.location.path() {
            text.push_str(&format!(" [{}]", one_line(&path)));
        }
        text + " " + &one_line(finding.message())
    }
}
