//! Messages about the run itself, on standard error.

use std::io::Write;

use crate::escape::one_line;

/// Says what is worth knowing and no fault.
pub(super) fn note(text: &str) {
    write("note", text);
}

/// Says what is probably not as it was meant, outside any model.
pub(super) fn warning(text: &str) {
    write("warning", text);
}

/// Says what went wrong outside any model.
pub(super) fn error(text: &str) {
    write("error", text);
}

fn write(level: &str, text: &str) {
    // There is nowhere left to report that standard error cannot be written.
    let _ = writeln!(std::io::stderr(), "{level}: {}", one_line(text));
}
