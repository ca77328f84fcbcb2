//! Whether two paths are the same file.

use std::fs;
use std::path::{Path, PathBuf};

/// Whether two paths refer to the same file, which need not exist yet.
pub(crate) fn same(a: &Path, b: &Path) -> bool {
    let named = a.file_name() == b.file_name() && folder_of(a) == folder_of(b);
    named || identity(a).is_some_and(|file| identity(b) == Some(file))
}

/// What identifies a file, independent of its path.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|meta| (meta.dev(), meta.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok()
}

/// Whether a file may have other paths, through hard links.
#[cfg(unix)]
pub(crate) fn has_other_names(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).is_ok_and(|meta| meta.is_file() && meta.nlink() > 1)
}

#[cfg(not(unix))]
pub(crate) fn has_other_names(_: &Path) -> bool {
    false
}

/// The canonical directory of a file.
pub(crate) fn folder_of(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}
