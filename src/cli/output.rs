//! Standard output or a file: one buffered writer, and what became of it.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::Path;

use super::args::Color;
use super::{console, exit};
use crate::render::SummaryError;

/// Standard output or a file. After the first error nothing more is written.
pub(super) struct Output {
    /// Its name in messages.
    name: String,
    out: BufWriter<Box<dyn Write + Send>>,
    error: Option<io::Error>,
}

impl Output {
    pub(super) fn new() -> Output {
        Output::to("standard output".to_owned(), Box::new(io::stdout()))
    }

    /// To a file, which is emptied.
    pub(super) fn file(path: &Path) -> io::Result<Output> {
        let file = File::create(path)?;
        Ok(Output::to(format!("`{}`", path.display()), Box::new(file)))
    }

    fn to(name: String, out: Box<dyn Write + Send>) -> Output {
        Output { name, out: BufWriter::with_capacity(1 << 16, out), error: None }
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
            Some(error) if error.get_ref().is_some_and(|error| error.is::<SummaryError>()) => {
                console::error(&error.to_string());
                code.max(exit::USAGE)
            }
            Some(error) => {
                console::error(&format!("cannot write to {}: {error}", self.name));
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
