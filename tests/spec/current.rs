//! Documents that tests generate and keep current.

use std::fs;
use std::path::PathBuf;

/// A file of the repository.
pub fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Compares a file with what it should be, or writes it if `SHAPEWRIGHT_BLESS` is set. `test` is the test program that
/// asks, with the words that choose its tests.
pub fn current(name: &str, text: &str, test: &str) {
    if std::env::var_os("SHAPEWRIGHT_BLESS").is_some() {
        fs::write(path(name), text).expect("the file can be written");
        return;
    }
    let written = fs::read_to_string(path(name)).unwrap_or_default();
    assert!(written == text, "{name} is old: SHAPEWRIGHT_BLESS=1 cargo test --test {test}");
}

/// A text with what stands between a line and the next end mark replaced.
pub fn between(text: &str, begin: &str, inner: &str) -> String {
    const END: &str = "<!-- end -->\n";
    let (before, rest) = text.split_once(begin).unwrap_or_else(|| panic!("there is no place for {begin}"));
    let (_, after) = rest.split_once(END).unwrap_or_else(|| panic!("the place for {begin} does not end"));
    format!("{before}{begin}{inner}{END}{after}")
}
