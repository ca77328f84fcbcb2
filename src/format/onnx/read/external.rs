//! Files with external data: which file a location refers to, and whether it may be opened.

use std::path::{Path, PathBuf};

use hashbrown::HashMap;

use crate::format::constant_bytes::ConstantBytes;
use crate::format::options::ReadOptions;
use crate::graph::FileId;
use crate::ids::NodeId;
use crate::limits::Limits;
use crate::place::{Part, Place};
use crate::source::Source;
use crate::suggest;

/// The number of tensors in a file at fault that are shown.
const SHOWN: usize = 8;

/// The files of external data found so far.
pub(crate) struct External {
    /// The folder of the model; `None` if the model is not a file.
    folder: Option<PathBuf>,
    /// By location as written: the file and its length, `None` if it cannot be used.
    pub(crate) known: HashMap<String, Option<(FileId, u64)>>,
    /// Usable files by path: locations such as `w.bin` and `./w.bin` are one file.
    pub(crate) files: HashMap<PathBuf, FileId>,
    /// What tensors may still refer to.
    pub(crate) bytes: ConstantBytes,
    /// What is wrong with files, one entry for each.
    faults: Vec<FileFault>,
    /// The position in `faults`, by location.
    fault_of: HashMap<String, usize>,
}

/// What is wrong with a file, and the tensors whose data is in it.
pub(crate) struct FileFault {
    pub(crate) location: String,
    pub(crate) cause: FileFaultCause,
    /// The first tensors.
    pub(crate) tensors: Vec<AffectedTensor>,
    /// The number of all of them.
    pub(crate) count: usize,
    /// Where the data of the last one ends.
    pub(crate) end: u64,
}

/// Why tensors in a file have no data.
pub(crate) enum FileFaultCause {
    Refused(Refusal),
    /// The file has only this many bytes.
    TooShort(u64),
}

/// A tensor in a file that cannot be used.
pub(crate) struct AffectedTensor {
    pub(crate) place: Place,
    pub(crate) label: String,
    /// The bytes that it needs: the offset and the length.
    pub(crate) range: Option<(u64, u64)>,
}

/// Why a file cannot be used.
pub(crate) enum Refusal {
    NoFolder,
    Missing(String),
    Unsafe(&'static str),
    Link(PathBuf),
}

impl External {
    pub(crate) fn new(source: &Source, limits: &Limits) -> External {
        let folder = source.path().map(|path| path.parent().unwrap_or(Path::new("")).to_owned());
        External {
            folder,
            known: HashMap::new(),
            files: HashMap::new(),
            bytes: ConstantBytes::new(limits),
            faults: Vec::new(),
            fault_of: HashMap::new(),
        }
    }

    /// Records what is wrong with a file.
    pub(crate) fn blame(&mut self, location: &str, cause: impl FnOnce() -> FileFaultCause) {
        if self.fault_of.contains_key(location) {
            return;
        }
        self.fault_of.insert(location.to_owned(), self.faults.len());
        let location = location.to_owned();
        self.faults.push(FileFault { location, cause: cause(), tensors: Vec::new(), count: 0, end: 0 });
    }

    /// Records a tensor without data if its file is at fault.
    pub(crate) fn affects(&mut self, location: &str, tensor: AffectedTensor) {
        let Some(fault) = self.fault_of.get(location).and_then(|&at| self.faults.get_mut(at)) else { return };
        fault.count += 1;
        fault.end = fault.end.max(tensor.range.map_or(0, |(offset, length)| offset.saturating_add(length)));
        if fault.tensors.len() < SHOWN {
            fault.tensors.push(tensor);
        }
    }

    /// Moves the tensors of a node that is dropped to its graph, because another node gets its id.
    pub(crate) fn detach(&mut self, node: NodeId) {
        let tensors = self.faults.iter_mut().flat_map(|fault| &mut fault.tensors);
        for tensor in tensors.filter(|tensor| tensor.place.node == Some(node)) {
            tensor.place = Place { node: None, part: Part::Whole, ..tensor.place };
        }
    }

    /// What is wrong with files, in the order of their first tensors.
    pub(crate) fn take_faults(&mut self) -> Vec<FileFault> {
        self.fault_of.clear();
        std::mem::take(&mut self.faults)
    }

    /// The location of a usable file that a location probably means.
    pub(crate) fn nearest(&self, location: &str) -> Option<&str> {
        let usable = self.known.iter().filter(|(_, file)| file.is_some());
        suggest::nearest(location, usable.map(|(known, _)| known.as_str()))
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
