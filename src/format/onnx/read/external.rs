//! Files with external data: which file a location refers to, and whether it may be opened.

use std::path::{Path, PathBuf};

use hashbrown::{HashMap, HashSet};

use crate::format::constant_bytes::ConstantBytes;
use crate::format::options::ReadOptions;
use crate::graph::FileId;
use crate::ids::NodeId;
use crate::limits::Limits;
use crate::place::{Part, Place};
use crate::source::{Source, location_parts};
use crate::suggest;

/// The number of tensors in a file at fault that are shown.
const SHOWN: usize = 8;
/// The number of locations that are compared to suggest others.
const MOST_COMPARISONS: usize = 4_000;

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
    /// The positions in `faults` of the tensors of nodes, in the order in which they were read.
    of_nodes: Vec<usize>,
    /// Locations that may still be compared.
    comparisons: usize,
    /// Folders on the way to files, relative to that of the model, that exist and are no links that must not be followed.
    folders: HashSet<String>,
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
    /// The location ends like that of a folder.
    Folder,
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
            of_nodes: Vec::new(),
            comparisons: MOST_COMPARISONS,
            folders: HashSet::new(),
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
        let Some(&at) = self.fault_of.get(location) else { return };
        let fault = &mut self.faults[at];
        fault.count += 1;
        fault.end = fault.end.max(tensor.range.map_or(0, |(offset, length)| offset.saturating_add(length)));
        if fault.tensors.len() < SHOWN {
            if tensor.place.node.is_some() {
                self.of_nodes.push(at);
            }
            fault.tensors.push(tensor);
        }
    }

    /// The number of tensors of nodes in files at fault, for [`External::detach`].
    pub(crate) fn affected(&self) -> usize {
        self.of_nodes.len()
    }

    /// Moves the tensors of a node that is dropped to its graph, because another node gets its id. `before` is the number of
    /// affected tensors before the node.
    pub(crate) fn detach(&mut self, node: NodeId, before: usize) {
        for at in self.of_nodes.drain(before..) {
            for tensor in self.faults[at].tensors.iter_mut().filter(|tensor| tensor.place.node == Some(node)) {
                tensor.place = Place { node: None, part: Part::Whole, ..tensor.place };
            }
        }
    }

    /// What is wrong with files, in the order of their first tensors.
    pub(crate) fn take_faults(&mut self) -> Vec<FileFault> {
        self.fault_of.clear();
        std::mem::take(&mut self.faults)
    }

    /// The location of a usable file that a location probably means; `None` if there are too many to compare.
    pub(crate) fn nearest(&mut self, location: &str) -> Option<&str> {
        self.comparisons = self.comparisons.checked_sub(self.known.len())?;
        let usable = self.known.iter().filter(|(_, file)| file.is_some());
        suggest::nearest(location, usable.map(|(known, _)| known.as_str()))
    }

    /// The file at a location and its length; `None` if weights are not read.
    pub(crate) fn find(&mut self, location: &str, options: &ReadOptions) -> Result<Option<(PathBuf, u64)>, Refusal> {
        if let Some(why) = unsafe_location(location) {
            return Err(Refusal::Unsafe(why));
        }
        if location.ends_with('/') || location.ends_with("/.") {
            return Err(Refusal::Folder);
        }
        if options.no_weights {
            return Ok(None);
        }
        let path = self.walk(location, options.limits.allow_symlinks)?;
        let meta = path.metadata().map_err(|e| Refusal::Missing(e.to_string()))?;
        if !meta.is_file() {
            return Err(Refusal::Unsafe("is not a regular file"));
        }
        Ok(Some((path, meta.len())))
    }

    /// The path of a file below the folder, unless it goes through a symbolic link that must not be followed.
    fn walk(&mut self, location: &str, follow: bool) -> Result<PathBuf, Refusal> {
        let mut path = self.folder.clone().ok_or(Refusal::NoFolder)?;
        let parts = location_parts(location);
        let folders = parts.len().saturating_sub(1);
        let is_known = |count: &usize| self.folders.contains(&parts[..*count].join("/"));
        let known = (1..=folders).rev().find(is_known).unwrap_or(0);
        path.extend(&parts[..known]);
        for (at, part) in parts.iter().enumerate().skip(known) {
            path.push(part);
            let meta = path.symlink_metadata().map_err(|e| Refusal::Missing(e.to_string()))?;
            if meta.file_type().is_symlink() && !follow {
                return Err(Refusal::Link(PathBuf::from(part)));
            }
            if at < folders {
                self.folders.insert(parts[..=at].join("/"));
            }
        }
        Ok(path)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_compared_while_there_are_not_too_many() {
        let source = Source::from_bytes("m.onnx", Vec::new());
        let mut external = External::new(&source, &Limits::default());
        external.known = (0..1_500).map(|at| (format!("weights{at}.bin"), Some((FileId::MODEL, 8)))).collect();
        let near = |external: &mut External| external.nearest("weights77.bim").map(str::to_owned);
        assert_eq!(near(&mut external).as_deref(), Some("weights77.bin"));
        assert_eq!(near(&mut external).as_deref(), Some("weights77.bin"));
        assert_eq!(near(&mut external), None, "1,500 more are too many");
    }

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
