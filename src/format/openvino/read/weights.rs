//! The `.bin` of a model: found when the first constant needs it, mapped only when a value is needed.

use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::IrReader;
use crate::diagnostic::{Diagnostic, counted};
use crate::format::options::ReadOptions;
use crate::format::unsupported_format;
use crate::graph::{DataFile, FileId, Model};
use crate::place::Place;
use crate::rules::{git_lfs_pointer, missing_weights, weights_out_of_bounds};
use crate::source::Span;

/// The number of out-of-bounds constants reported individually; more have one cause, the file.
const FEW: usize = 4;

/// The source of the bytes of constants.
pub(crate) struct Weights {
    place: Option<PathBuf>,
    given: Option<Bytes>,
    /// The file, after the search. The inner `None` means that there is none or that weights are not read.
    found: Option<Option<(FileId, u64)>>,
    wanted: bool,
    /// The file is a Git LFS pointer.
    pointer: bool,
    /// The first constant without bytes because the file is missing, and the number of such constants.
    missing: Option<(Place, usize)>,
    outside: Vec<Outside>,
    outside_count: usize,
}

/// A constant that extends past the end of the file.
struct Outside {
    place: Place,
    name: String,
    offset: u64,
    size: u64,
}

impl Weights {
    pub(crate) fn new(model: &Model, given: Option<Bytes>, options: &ReadOptions) -> Weights {
        Weights {
            // OpenVINO replaces the last extension of the model's name.
            place: model.source.path().map(|path| path.with_extension("bin")),
            given,
            found: None,
            wanted: !options.no_weights,
            pointer: false,
            missing: None,
            outside: Vec::new(),
            outside_count: 0,
        }
    }
}

impl IrReader<'_> {
    /// The location of the bytes of a constant; `None`, and a finding at the end, if they do not exist.
    pub(crate) fn weight(&mut self, offset: u64, size: u64, place: Place, name: &str) -> Option<(FileId, Span)> {
        let Some((file, len)) = self.weights_file() else {
            if self.weights.wanted {
                self.weights.missing.get_or_insert((place, 0)).1 += 1;
            }
            return None;
        };
        let end = offset.checked_add(size).filter(|&end| end <= len);
        let Some(end) = end else {
            self.weights.outside_count += 1;
            if self.weights.outside.len() < FEW {
                self.weights.outside.push(Outside { place, name: name.to_owned(), offset, size });
            }
            return None;
        };
        Some((file, Span::new(offset, end)))
    }

    /// The weights file and its length, if there is one.
    pub(crate) fn weights_file(&mut self) -> Option<(FileId, u64)> {
        if self.weights.found.is_none() {
            let file = if self.weights.wanted { self.open_weights() } else { None };
            self.weights.found = Some(file.map(|file| {
                let len = file.len();
                (self.model.add_file(file), len)
            }));
        }
        self.weights.found.flatten()
    }

    fn open_weights(&mut self) -> Option<DataFile> {
        if let Some(bytes) = self.weights.given.take() {
            return Some(DataFile::of_bytes(bytes));
        }
        let path = self.weights.place.as_deref()?;
        let meta = std::fs::metadata(path).ok().filter(|m| m.is_file())?;
        if unsupported_format::is_small_pointer(path, meta.len()) {
            self.weights.pointer = true;
            return None;
        }
        Some(DataFile::new(path.to_owned(), meta.len()))
    }

    /// Reports errors of the whole file.
    pub(crate) fn report_weights(&mut self) {
        if let Some((place, count)) = self.weights.missing.take() {
            let finding = self.missing_file(place, count);
            self.diagnostics.report(finding);
        }
        let outside = std::mem::take(&mut self.weights.outside);
        let (count, len) = (self.weights.outside_count, self.weights.found.flatten().map_or(0, |(_, len)| len));
        let first = if count > FEW { 1 } else { outside.len() };
        for constant in &outside[..first.min(outside.len())] {
            let mut finding = outside_finding(constant, len);
            if count > FEW {
                finding = finding
                    .note(format!("{} more constants also extend past the end of the file", count - 1))
                    .help("the file is truncated or belongs to another model");
            }
            self.diagnostics.report(finding);
        }
    }

    fn missing_file(&self, place: Place, count: usize) -> Diagnostic {
        let name = self.weights.place.as_deref().map(display);
        let constants = if count == 1 { "a constant has".to_owned() } else { format!("{count} constants have") };
        if self.weights.pointer {
            let name = name.unwrap_or_default();
            return Diagnostic::new(
                &git_lfs_pointer::RULE,
                place,
                format!("`{name}` is a Git LFS pointer, so {constants} no value"),
            )
            .help(unsupported_format::fetch(&name))
            .data("file", name);
        }
        let message = match &name {
            Some(name) => format!("`{name}` does not exist, so {constants} no value"),
            None => format!("no weights were given, so {constants} no value"),
        };
        Diagnostic::new(&missing_weights::RULE, place, message)
            .note("OpenVINO rejects such a model; shapes that do not need the values are still inferred")
            .help("put the `.bin` next to the model, with the same name")
            .data("file", name.unwrap_or_default())
            .data("constants", count)
    }
}

fn outside_finding(constant: &Outside, len: u64) -> Diagnostic {
    let Outside { place, name, offset, size } = constant;
    let message = match offset.checked_add(*size) {
        Some(end) => format!("constant `{name}` needs bytes {offset}..{end}, but the weights file has {len}"),
        None => {
            format!("constant `{name}` needs {} from {offset}, but the weights file has {len}", counted(size, "byte"))
        }
    };
    Diagnostic::new(&weights_out_of_bounds::RULE, *place, message)
        .note("OpenVINO rejects the file: `Incorrect weights in bin file!`")
        .data("offset", *offset)
        .data("size", *size)
        .data("file_size", len)
}

/// The file's name, in the folder of the model.
fn display(path: &Path) -> String {
    let name: PathBuf = path.file_name().map(PathBuf::from).unwrap_or_default();
    name.display().to_string()
}
