//! The state that all files of a run share: the output, the summary, the exit code.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use super::console;
use super::output::Output;
use crate::diagnostic::counted;
use crate::report::Summary;

/// The report of a run in progress. `F` is the state of its output format.
pub(super) struct RunReport<F> {
    pub(super) out: Output,
    pub(super) form: F,
    pub(super) summary: Summary,
    /// The highest exit code, apart from that of findings.
    pub(super) code: u8,
    pub(super) progress: Progress,
}

impl<F> RunReport<F> {
    /// A report on this number of files; `code` is the exit code of their discovery.
    pub(super) fn new(form: F, files: usize, code: u8, quiet: bool) -> RunReport<F> {
        RunReport { out: Output::new(), form, summary: Summary::default(), code, progress: Progress::new(files, quiet) }
    }

    /// Reports an error that is not a finding.
    pub(super) fn fail(&mut self, text: &str, code: u8) {
        self.progress.erase();
        console::error(text);
        self.code = self.code.max(code);
    }
}

/// A line on standard error if it is a terminal and a run over several files takes more than a second.
pub(super) struct Progress {
    start: Instant,
    done: usize,
    files: usize,
    enabled: bool,
    drawn: bool,
}

impl Progress {
    fn new(files: usize, quiet: bool) -> Progress {
        let enabled = files > 1 && !quiet && std::io::stderr().is_terminal();
        Progress { start: Instant::now(), done: 0, files, enabled, drawn: false }
    }

    /// Erases the line, before anything else is written.
    pub(super) fn erase(&mut self) {
        if std::mem::take(&mut self.drawn) {
            // Progress is optional: ignore write errors.
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }

    /// Counts a finished file.
    pub(super) fn step(&mut self, out: &mut Output) {
        self.done += 1;
        if self.enabled && self.done < self.files && self.start.elapsed() > Duration::from_secs(1) {
            // Both may be the same terminal.
            out.flush();
            self.drawn = true;
            let _ = write!(std::io::stderr(), "\r\x1b[2K{} of {}", self.done, counted(self.files, "file"));
        }
    }
}
