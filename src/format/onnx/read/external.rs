//! Files with external data: which file a location refers to, and whether it may be opened.

use std::path::{Path, PathBuf};

use hashbrown::HashMap;

use crate::format::options::ReadOptions;
use crate::graph::FileId;
use crate::source::Source;

/// The files of external data found so far.
pub(crate) struct External {
    /// The folder of the model; `None` if the model is not a file.
    folder: Option<PathBuf>,
    /// By location as written: the file and its length, `None` if it cannot be used.
    pub(crate) known: HashMap<String, Option<(FileId, u64)>>,
    /// Whether the missing folder was reported.
    pub(crate) reported_no_folder: bool,
}

/// Why a file cannot be used.
pub(crate) enum Refusal {
    NoFolder,
    Missing(String),
    Unsafe(&'static str),
    Link(PathBuf),
}

impl External {
    pub(crate) fn new(source: &Source) -> External {
        let folder = source.path().map(|path| path.parent().unwrap_or(Path::new("")).to_owned());
        External { folder, known: HashMap::new(), reported_no_folder: false }
    }

    /// The file at a location and its length; `None` if weights are not read.
    pub(crate) fn find(&self, location: &str, options: &ReadOptions) -> Result<Option<(PathBuf, u64)>, Refusal> {
        if let Some(why) = unsafe_location(location) {
            return Err(Refusal::Unsafe(why));
        }
        if options.no_weights {
            return Ok(None);
        }
        let Some(folder) = &self.folder else {
            return Err(Refusal::NoFolder);
        };
        let path = walk(folder, location, options.limits.allow_symlinks)?;
        let meta = path.metadata().map_err(|e| Refusal::Missing(e.to_string()))?;
        if !meta.is_file() {
            return Err(Refusal::Unsafe("is not a regular file"));
        }
        Ok(Some((path, meta.len())))
    }
}

/// Why a location is invalid, regardless of the file system.
fn unsafe_location(location: &str) -> Option<&'static str> {
    let drive = matches!(location.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    let mut parts = location.split(['/', '\\']);
    match location {
        "" => Some("is empty"),
        "." | "./" => Some("is the folder itself"),
        _ if location.contains('\0') => Some("contains a zero byte"),
        _ if location.starts_with(['/', '\\']) || drive => Some("is absolute"),
        _ if parts.any(|part| part == "..") => Some("leaves the folder with `..`"),
        _ => None,
    }
}

/// The path of a file below `folder`, unless it goes through a symbolic link that must not be followed.
fn walk(folder: &Path, location: &str, follow: bool) -> Result<PathBuf, Refusal> {
    let mut path = folder.to_owned();
    for part in location.split('/').filter(|part| !matches!(*part, "" | ".")) {
        path.push(part);
        let meta = path.symlink_metadata().map_err(|e| Refusal::Missing(e.to_string()))?;
        if meta.file_type().is_symlink() && !follow {
            return Err(Refusal::Link(PathBuf::from(part)));
        }
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_stay_in_the_folder() {
        for location in ["", ".", "/etc/passwd", "\\\\host\\x", "C:\\w", "c:w", "../w", "a/../w", "a\\..\\w", "w\0"] {
            assert!(unsafe_location(location).is_some(), "{location:?}");
        }
        for location in ["w.bin", "a..b.bin", "dir/w", "..w", "w..", "./w"] {
            assert!(unsafe_location(location).is_none(), "{location:?}");
        }
    }
}
