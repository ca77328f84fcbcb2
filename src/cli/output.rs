//! Standard output: one buffered writer, and what became of it.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Stdout, Write};

use super::args::Color;
use super::{complain, exit};

/// Standard output. After the first error nothing more is written.
pub(super) struct Output {
    out: BufWriter<Stdout>,
    error: Option<io::Error>,
}

impl Output {
    pub(super) fn new() -> Output {
        Output { out: BufWriter::with_capacity(1 << 16, io::stdout()), error: None }
    }

    /// Writes by `write`, unless writing failed before.
    pub(super) fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if self.error.is_none() {
            self.error = write(&mut self.out).err();
        }
    }

    /// Hands everything to the system.
    pub(super) fn flush(&mut self) {
        self.write(|out| out.flush());
    }

    /// Whether nothing more can be written.
    pub(super) fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    /// The exit code of a run that would end with `code`. A reader that closed the pipe has seen enough: that is a
    /// quiet end. Any other error is said.
    pub(super) fn end(mut self, code: u8) -> u8 {
        self.flush();
        match self.error {
            None => code,
            Some(error) if error.kind() == ErrorKind::BrokenPipe => exit::OK,
            Some(error) => {
                complain(&format!("cannot write to standard output: {error}"));
                code.max(exit::USAGE)
            }
        }
    }
}

/// Whether standard output is to be coloured.
pub(super) fn coloured(color: Color) -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
            io::stdout().is_terminal() && !set("NO_COLOR") && !dumb
        }
    }
}
