//! Pictures, which Graphviz draws. Its program `dot` is run without a shell.

use std::io::{self, Seek, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::input::has_extension;
use crate::escape::one_line;

/// What `dot` draws for us, each named like its extension.
const FORMATS: [&str; 3] = ["svg", "png", "pdf"];

/// Other pictures, to say what their extension means.
const PICTURES: [&str; 7] = ["jpg", "jpeg", "gif", "webp", "bmp", "ps", "eps"];

/// The format that the extension of a file selects.
pub(super) fn format_of(path: &Path) -> Option<&'static str> {
    FORMATS.into_iter().find(|format| has_extension(path, format))
}

/// Whether a file is a picture by its name.
pub(super) fn is_picture(path: &Path) -> bool {
    FORMATS.iter().chain(&PICTURES).any(|known| has_extension(path, known))
}

/// The picture of a drawing in the language of Graphviz, which `write` writes.
pub(super) fn render(format: &str, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Vec<u8>, String> {
    let cannot = |error: io::Error| format!("cannot write a temporary file: {error}");
    let mut drawing = tempfile::tempfile().map_err(cannot)?;
    write(&mut drawing).and_then(|()| drawing.rewind()).map_err(cannot)?;
    let mut dot = Command::new("dot");
    dot.arg(format!("-T{format}")).stdin(drawing).stdout(Stdio::piped()).stderr(Stdio::piped());
    let done = dot.output().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "Graphviz is not installed: there is no program `dot` on the PATH; install it, or \
            write a .dot file without --render"
            .to_owned(),
        _ => format!("cannot run `dot`: {error}"),
    })?;
    match done.status.success() && !done.stdout.is_empty() {
        true => Ok(done.stdout),
        false => {
            let said = String::from_utf8_lossy(&done.stderr);
            let why = said.trim().lines().next().unwrap_or("it wrote nothing");
            Err(format!("`dot` did not draw the graph ({}): {}", done.status, one_line(why)))
        }
    }
}
