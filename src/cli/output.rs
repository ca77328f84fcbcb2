//! Standard output or a file: a buffered writer that keeps its first error.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::Path;

use super::args::Color;
use super::atomic_write::AtomicFile;
use super::{console, exit};
use crate::render::SummaryError;

/// Standard output or a file. After the first error, nothing more is written.
pub(super) struct Output {
    /// The name in messages.
    name: String,
    out: BufWriter<Sink>,
    error: Option<io::Error>,
}

enum Sink {
    Stdout(Box<dyn Write + Send>),
    File(AtomicFile),
}

/// Standard output without the standard library's buffer, which searches everything for line ends.
#[cfg(unix)]
fn stdout() -> Box<dyn Write + Send> {
    use std::os::fd::AsFd;
    match io::stdout().as_fd().try_clone_to_owned() {
        Ok(descriptor) => Box::new(std::fs::File::from(descriptor)),
        Err(_) => Box::new(io::stdout()),
    }
}

#[cfg(not(unix))]
fn stdout() -> Box<dyn Write + Send> {
    Box::new(io::stdout())
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Stdout(out) => out.write(bytes),
            Sink::File(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stdout(out) => out.flush(),
            Sink::File(out) => out.flush(),
        }
    }
}

impl Output {
    pub(super) fn new() -> Output {
        Output::to("standard output".to_owned(), Sink::Stdout(stdout()))
    }

    /// A file, which is replaced when the output ends.
    pub(super) fn file(path: &Path) -> io::Result<Output> {
        Ok(Output::to(format!("`{}`", path.display()), Sink::File(AtomicFile::create(path)?)))
    }

    fn to(name: String, out: Sink) -> Output {
        Output { name, out: BufWriter::with_capacity(1 << 16, out), error: None }
    }

    /// Calls `write`, unless an earlier write failed.
    pub(super) fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if self.error.is_none() {
            self.error = write(&mut self.out).err();
        }
    }

    /// Writes all buffered data.
    pub(super) fn flush(&mut self) {
        self.write(|out| out.flush());
    }

    /// Whether a write failed.
    pub(super) fn has_failed(&self) -> bool {
        self.error.is_some()
    }

    /// Flushes, and returns the exit code of a run that would end with `code`. A closed pipe ends the run quietly; any
    /// other error is reported.
    pub(super) fn end(mut self, code: u8) -> u8 {
        self.flush();
        let Output { name, out, error } = self;
        let error = error.or_else(|| match out.into_inner() {
            Ok(Sink::File(file)) => file.commit().err(),
            Ok(Sink::Stdout(_)) => None,
            Err(error) => Some(error.into_error()),
        });
        match error {
            None => code,
            Some(error) if error.kind() == ErrorKind::BrokenPipe => exit::OK,
            Some(error) if error.get_ref().is_some_and(|error| error.is::<SummaryError>()) => {
                console::error(&error.to_string());
                code.max(exit::USAGE)
            }
            Some(error) => {
                console::error(&format!("cannot write to {name}: {error}"));
                code.max(exit::USAGE)
            }
        }
    }
}

/// Whether to use color on standard output.
pub(super) fn use_color(color: Color) -> bool {
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
