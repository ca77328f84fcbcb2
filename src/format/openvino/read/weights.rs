//! The `.bin` of a model: found when the first constant needs it, mapped only when a value is needed.

use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::IrReader;
use crate::diagnostic::{Diagnostic, counted};
use crate::format::constant_bytes::ConstantBytes;
use crate::format::options::ReadOptions;
use crate::format::unsupported_format;
use crate::graph::{DataFile, FileId, Model};
use crate::place::Place;
use crate::rule::Level;
use crate::rules::{git_lfs_pointer, missing_weights, unsafe_weights_path, weights_out_of_bounds};
use crate::source::Span;

/// The number of constants that a finding on the file shows.
const SHOWN: usize = 8;

/// The source of the bytes of constants.
pub(crate) struct Weights {
    place: Option<PathBuf>,
    given: Option<Bytes>,
    /// The file, after the search. The inner `None` means that there is none or that weights are not read.
    found: Option<Option<(FileId, u64)>>,
    wanted: bool,
    /// The file is a Git LFS pointer.
    pointer: bool,
    /// The file is a symbolic link, which is not followed.
    is_link: bool,
    /// What constants may still refer to.
    bytes: ConstantBytes,
    /// Constants without bytes because the file is missing.
    missing: Affected,
    /// Constants that extend past the end of the file.
    outside: Affected,
}

/// Constants without bytes.
#[derive(Default)]
struct Affected {
    /// The first of them.
    first: Vec<Unreadable>,
    /// The number of all of them.
    count: usize,
    /// Where the last one ends.
    end: u64,
}

/// A constant without bytes.
struct Unreadable {
    place: Place,
    name: String,
    offset: u64,
    size: u64,
}

impl Affected {
    fn add(&mut self, constant: Unreadable) {
        self.count += 1;
        self.end = self.end.max(constant.offset.saturating_add(constant.size));
        if self.first.len() < SHOWN {
            self.first.push(constant);
        }
    }

    /// The first one, and how many more.
    fn label(&self) -> String {
        let name = self.first.first().map_or("", |first| first.name.as_str());
        match self.count.saturating_sub(1) {
            0 => format!("constant `{name}`"),
            more => format!("constant `{name}` and {}", counted(more, "more constant")),
        }
    }

    /// Adds all but the first one to a finding.
    fn relate(&self, finding: Diagnostic, text: impl Fn(&Unreadable) -> String) -> Diagnostic {
        let others = self.first.iter().skip(1);
        others.fold(finding, |finding, constant| finding.related(constant.place, text(constant)))
    }
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
            is_link: false,
            bytes: ConstantBytes::new(&options.limits),
            missing: Affected::default(),
            outside: Affected::default(),
        }
    }
}

impl IrReader<'_> {
    /// The location of the bytes of a constant; `None`, and a finding at the end, if they do not exist.
    pub(crate) fn weight(&mut self, offset: u64, size: u64, place: Place, name: &str) -> Option<(FileId, Span)> {
        let constant = || Unreadable { place, name: name.to_owned(), offset, size };
        let Some((file, len)) = self.weights_file() else {
            if self.weights.wanted {
                self.weights.missing.add(constant());
            }
            return None;
        };
        let Some(end) = offset.checked_add(size).filter(|&end| end <= len) else {
            self.weights.outside.add(constant());
            return None;
        };
        match self.weights.bytes.take(size, place) {
            Ok(()) => Some((file, Span::new(offset, end))),
            Err(finding) => {
                finding.into_iter().for_each(|finding| self.diagnostics.report(*finding));
                None
            }
        }
    }

    /// The weights file and its length, if there is one.
    pub(crate) fn weights_file(&mut self) -> Option<(FileId, u64)> {
        if self.weights.found.is_none() {
            let file = if self.weights.wanted { self.open_weights() } else { None };
            self.weights.found = Some(file.map(|file| {
                let len = file.len();
                self.weights.bytes.add_file(len);
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
        self.weights.is_link =
            !self.limits.allow_symlinks && std::fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
        if self.weights.is_link {
            return None;
        }
        let meta = std::fs::metadata(path).ok().filter(|m| m.is_file())?;
        if unsupported_format::is_small_pointer(path, meta.len()) {
            self.weights.pointer = true;
            return None;
        }
        Some(DataFile::new(path.to_owned(), meta.len()))
    }

    /// Reports errors of the whole file: one finding, however many constants it affects.
    pub(crate) fn report_weights(&mut self) {
        let missing = std::mem::take(&mut self.weights.missing);
        if let Some(first) = missing.first.first() {
            let finding = self.missing_file(first.place, &missing);
            self.diagnostics.report(missing.relate(finding, |_| "this constant has no value either".to_owned()));
        }
        let outside = std::mem::take(&mut self.weights.outside);
        let len = self.weights.found.flatten().map_or(0, |(_, len)| len);
        if let Some(first) = outside.first.first() {
            let finding = self.outside_finding(first, &outside, len);
            self.diagnostics.report(outside.relate(finding, range));
        }
    }

    fn missing_file(&self, place: Place, missing: &Affected) -> Diagnostic {
        let name = self.weights.place.as_deref().map(display);
        let constants = format!("{} {}", missing.label(), if missing.count == 1 { "has" } else { "have" });
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
        if self.weights.is_link {
            let name = name.unwrap_or_default();
            let message = format!("`{name}` is a symbolic link, which is not followed, so {constants} no value");
            return Diagnostic::new(&unsafe_weights_path::RULE, place, message)
                .level(Level::Warning)
                .note("OpenVINO follows the link")
                .help("if the link is intended, as in a model cache, use `--allow-symlinks`")
                .data("file", name);
        }
        let is_other = self.weights.place.as_deref().is_some_and(Path::exists);
        let (message, help) = match &name {
            Some(name) if is_other => (
                format!("`{name}` is not a regular file, so {constants} no value"),
                format!("replace `{name}` by a file"),
            ),
            Some(name) => {
                (format!("`{name}` does not exist, so {constants} no value"), format!("put `{name}` next to the model"))
            }
            None => (
                format!("no weights were given, so {constants} no value"),
                "give the weights, or read the model from its file".to_owned(),
            ),
        };
        Diagnostic::new(&missing_weights::RULE, place, message)
            .note("OpenVINO rejects such a model; shapes that do not need the values are still inferred")
            .help(help)
            .data("file", name.unwrap_or_default())
            .data("constants", missing.count)
    }

    fn outside_finding(&self, first: &Unreadable, outside: &Affected, len: u64) -> Diagnostic {
        let name =
            self.weights.place.as_deref().map_or("the weights file".to_owned(), |path| format!("`{}`", display(path)));
        let (message, help) = match outside.count {
            0 | 1 => (
                format!("constant `{}` {}, but {name} has {len}", first.name, range(first)),
                format!("correct `offset` and `size`, or restore {name}: its end is missing"),
            ),
            _ => {
                let (label, end) = (outside.label(), outside.end);
                (
                    format!("{name} has {}, but {label} need up to {end}", counted(len, "byte")),
                    format!("restore {name}: it is truncated or belongs to another model"),
                )
            }
        };
        let finding = Diagnostic::new(&weights_out_of_bounds::RULE, first.place, message)
            .note("OpenVINO rejects the file: `Incorrect weights in bin file!`")
            .help(help);
        let finding = match outside.count {
            0 | 1 => finding.data("offset", first.offset).data("size", first.size),
            count => finding.label(range(first)).data("constants", count).data("end", outside.end),
        };
        finding.data("file_size", len)
    }
}

/// The bytes that a constant needs.
fn range(constant: &Unreadable) -> String {
    let Unreadable { offset, size, .. } = constant;
    match offset.checked_add(*size) {
        Some(end) => format!("needs bytes {offset}..{end}"),
        None => format!("needs {} from {offset}", counted(size, "byte")),
    }
}

/// The file's name, in the folder of the model.
fn display(path: &Path) -> String {
    let name: PathBuf = path.file_name().map(PathBuf::from).unwrap_or_default();
    name.display().to_string()
}
