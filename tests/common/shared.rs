//! The directory of measurements next to the repository: tests that need it report if it is absent.

use std::path::{Path, PathBuf};

/// A folder of `../shared` (or of the folder that `SHAPEWRIGHT_SHARED` names), if it is there.
pub fn folder(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("SHAPEWRIGHT_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"), PathBuf::from);
    let folder = root.join(name);
    if !folder.is_dir() {
        eprintln!("skipped: there is no folder `../shared/{name}` beside the repository");
        return None;
    }
    Some(folder)
}
