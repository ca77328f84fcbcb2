//! Messages about the run itself, on standard error.

use std::io::Write;

use crate::escape::one_line;

/// Prints information that requires no action.
pub(super) fn note(text: &str) {
    write("note", text);
}

/// Prints a warning about the configuration or the arguments.
pub(super) fn warning(text: &str) {
    write("warning", text);
}

/// Prints an error that is not a finding in a model.
pub(super) fn error(text: &str) {
    write("error", text);
}

fn write(level: &str, text: &str) {
    // There is nowhere left to report that standard error cannot be written.
    let _ = writeln!(std::io::stderr(), "{level}: {}", one_line(text));
}
