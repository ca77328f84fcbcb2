//! One line a finding.

use std::io::{self, Write};

use super::{Emitter, one_line};
use crate::report::{FileReport, Summary};

/// `PATH:LINE:COLUMN: LEVEL CODE [GRAPH/NODE] MESSAGE`. Lines of a binary file are those of `shapewright print`.
pub(crate) struct Concise;

impl Emitter for Concise {
    fn file(&mut self, out: &mut dyn Write, file: &FileReport) -> io::Result<()> {
        for finding in &file.findings {
            write!(out, "{}", one_line(&file.path))?;
            if let Some((line, column)) = finding.location.line_column() {
                write!(out, ":{line}:{column}")?;
            }
            write!(out, ": {} {}", finding.level, finding.rule.code)?;
            if let Some(path) = &finding.location.path {
                write!(out, " [{}]", one_line(path))?;
            }
            writeln!(out, " {}", one_line(&finding.message))?;
        }
        Ok(())
    }

    fn end(&mut self, _: &mut dyn Write, _: &Summary) -> io::Result<()> {
        Ok(())
    }
}
