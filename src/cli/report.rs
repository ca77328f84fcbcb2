//! What all files of a run share: the output, the summary, the exit code.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use super::console;
use super::output::Output;
use crate::diagnostic::counted;
use crate::report::Summary;

/// A run's report while it grows, in a form that knows how files are written.
pub(super) struct RunReport<F> {
    pub(super) out: Output,
    pub(super) form: F,
    pub(super) summary: Summary,
    /// The highest exit code that anything but a finding calls for.
    pub(super) code: u8,
    pub(super) progress: Progress,
}

impl<F> RunReport<F> {
    /// For this many files; `code` is what finding them calls for.
    pub(super) fn new(form: F, files: usize, code: u8, quiet: bool) -> RunReport<F> {
        RunReport { out: Output::new(), form, summary: Summary::default(), code, progress: Progress::new(files, quiet) }
    }

    /// Says what is wrong with a file, or with us, that is no finding.
    pub(super) fn trouble(&mut self, text: &str, code: u8) {
        self.progress.erase();
        console::error(text);
        self.code = self.code.max(code);
    }
}

/// A line on standard error, when a person waits: several files, over a second, a terminal.
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

    /// Takes the line away, before anything else is written.
    pub(super) fn erase(&mut self) {
        if std::mem::take(&mut self.drawn) {
            // Progress that cannot be shown is no loss.
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }

    /// One more file is done.
    pub(super) fn step(&mut self, out: &mut Output) {
        self.done += 1;
        if self.enabled && self.done < self.files && self.start.elapsed() > Duration::from_secs(1) {
            // Both may go to the same terminal.
            out.flush();
            self.drawn = true;
            let _ = write!(std::io::stderr(), "\r\x1b[2K{} of {}", self.done, counted(self.files, "file"));
        }
    }
}
