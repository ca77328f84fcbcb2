//! Documents that tests generate and keep current. `SHAPEWRIGHT_BLESS=1 cargo test --test spec is_current` rewrites all of
//! them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A file of the repository.
pub fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Whether files are to be written instead of compared.
pub fn blesses() -> bool {
    std::env::var_os("SHAPEWRIGHT_BLESS").is_some()
}

/// Writes a file only if it changes, because other tests may be reading it.
pub fn bless(file: &Path, old: &str, new: &str) {
    if old != new {
        fs::write(file, new).expect("the file can be written");
    }
}

/// Compares a file with its expected text, or writes it if `SHAPEWRIGHT_BLESS` is set. Call it from tests whose names end
/// in `is_current`.
pub fn current(name: &str, text: &str) {
    let written = fs::read_to_string(path(name)).unwrap_or_default();
    if blesses() {
        return bless(&path(name), &written, text);
    }
    assert!(
        written == text,
        "{name} is not up to date; write it with `SHAPEWRIGHT_BLESS=1 cargo test --test spec is_current`"
    );
}

/// Like [`current`], for the part of the README between a line and the next end mark.
pub fn current_in_readme(begin: &str, inner: &str) {
    // Several tests write parts of it.
    static README: Mutex<()> = Mutex::new(());
    let _guard = README.lock().unwrap_or_else(PoisonError::into_inner);
    let readme = fs::read_to_string(path("README.md")).expect("the README can be read");
    current("README.md", &between(&readme, begin, inner));
}

/// A text with the part between a line and the next end mark replaced.
fn between(text: &str, begin: &str, inner: &str) -> String {
    const END: &str = "<!-- end -->\n";
    let (before, rest) = text.split_once(begin).unwrap_or_else(|| panic!("there is no place for {begin}"));
    let (_, after) = rest.split_once(END).unwrap_or_else(|| panic!("the place for {begin} does not end"));
    format!("{before}{begin}{inner}{END}{after}")
}
