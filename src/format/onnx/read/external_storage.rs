//! External data of tensors: which file, and whether it can contain the data. Only lengths are checked here; a file is
//! opened when the first value in it is needed.

use std::path::PathBuf;

use super::external::{AffectedTensor, External, FileFault, FileFaultCause, Refusal};
use super::reader::Reader;
use super::tensor::{TensorContext, TensorFields};
use crate::diagnostic::{Diagnostic, counted};
use crate::format::onnx::decoded;
use crate::graph::{DataFile, FileId, Storage};
use crate::place::Place;
use crate::rule::Level;
use crate::rules::{
    invalid_external_data, limit_exceeded, missing_weights, unsafe_weights_path, weights_out_of_bounds,
};
use crate::source::{Span, location_parts};

/// The key with which our text form marks a tensor whose elements are omitted.
pub(crate) const ELIDED: &str = "shapewright.elided";

/// The number of entries of one tensor that are read: there are five keys.
const MAX_ENTRIES: usize = 16;

const UNCHECKED: &str = "`onnx.checker` does not check `offset` and `length`";

/// The entries of one tensor.
#[derive(Default)]
struct Entries {
    location: Option<String>,
    offset: Option<u64>,
    length: Option<u64>,
    elided: bool,
    broken: bool,
}

impl Reader<'_> {
    /// The elements of a tensor whose data is external.
    pub(crate) fn external_storage(&mut self, draft: &TensorFields, site: &TensorContext) -> Storage {
        let entries = self.entries(&draft.external, site);
        if entries.elided || entries.broken {
            return Storage::Missing;
        }
        let Some(location) = entries.location else {
            self.report_entry(site, "no `location`", "", Level::Error);
            return Storage::Missing;
        };
        let needed = match (site.element, site.count) {
            (Some(element), Some(count)) => element.packed_bytes(count),
            _ => None,
        };
        let (offset, length) = (entries.offset.unwrap_or(0), entries.length.or(needed).unwrap_or(0));
        let range = (entries.length.is_some() || needed.is_some()).then_some((offset, length));
        let tensor = AffectedTensor { place: site.place, label: self.label(site), range };
        let Some((file, size)) = self.locate(&location) else {
            self.external.affects(&location, tensor);
            return Storage::Missing;
        };
        let (Some(_), Some(_)) = (site.element, site.count) else { return Storage::Missing };
        let Some(needed) = needed else {
            self.report_field(site, "has type string, which cannot be external", "use `string_data`");
            return Storage::Missing;
        };
        if length != needed {
            self.report_external_length(site, length, needed, &location);
            return Storage::Mismatched;
        }
        match offset.checked_add(length).filter(|&end| end <= size) {
            Some(end) => match self.external.bytes.take(length, site.place) {
                Ok(()) => Storage::Packed(file, Span::new(offset, end)),
                Err(finding) => {
                    finding.into_iter().for_each(|finding| self.diagnostics.report(*finding));
                    Storage::Missing
                }
            },
            None => {
                self.external.blame(&location, || FileFaultCause::TooShort(size));
                self.external.affects(&location, tensor);
                Storage::Missing
            }
        }
    }

    fn report_external_length(&mut self, site: &TensorContext, length: u64, needed: u64, location: &str) {
        let message =
            format!("{} has {} in `{location}`, but needs {needed}", self.label(site), counted(length, "byte"));
        let finding = self
            .tensor_finding(site, &weights_out_of_bounds::RULE, message)
            .data("length", length)
            .data("needed", needed);
        let help = format!("set `length` to {needed}, or correct the dims or the data type");
        self.diagnostics.report(finding.note(UNCHECKED).help(help));
    }

    fn entries(&mut self, records: &[Span], site: &TensorContext) -> Entries {
        let mut entries = Entries::default();
        if records.len() > MAX_ENTRIES {
            self.report_too_many_entries(records.len(), site);
            return Entries { broken: true, ..Entries::default() };
        }
        let mut seen: Vec<String> = Vec::new();
        for &record in records {
            let Some(entry) = self.decode::<decoded::Entry>(record, "external_data", site.place) else {
                entries.broken = true;
                continue;
            };
            let (key, value) = (entry.key.as_str(), entry.value.as_str());
            if seen.iter().any(|k| k == key) {
                self.report_entry(site, &format!("`{key}` twice"), "", Level::Error);
                entries.broken = true;
            }
            match key {
                "location" => entries.location = Some(value.to_owned()),
                "offset" => entries.offset = self.number(key, value, site, &mut entries.broken),
                "length" => entries.length = self.number(key, value, site, &mut entries.broken),
                "checksum" | "basepath" => {}
                ELIDED => entries.elided = true,
                other => self.report_entry(site, &format!("the unknown key `{other}`"), "", Level::Warning),
            }
            seen.push(key.to_owned());
        }
        entries
    }

    fn report_too_many_entries(&mut self, count: usize, site: &TensorContext) {
        let message =
            format!("the external data of {} has {count} entries; expected at most {MAX_ENTRIES}", self.label(site));
        let finding = self.tensor_finding(site, &limit_exceeded::RULE, message).data("limit", MAX_ENTRIES);
        let finding = finding.note("it was not read");
        self.diagnostics.report(finding.help("keep one entry of each of `location`, `offset`, and `length`"));
    }

    fn number(&mut self, key: &str, value: &str, site: &TensorContext, broken: &mut bool) -> Option<u64> {
        let number = value.parse().ok();
        if number.is_none() {
            let valid = "; expected a decimal integer of at least 0";
            self.report_entry(site, &format!("`{key}` = {value:?}"), valid, Level::Error);
            *broken = true;
        }
        number
    }

    fn report_entry(&mut self, site: &TensorContext, what: &str, valid: &str, level: Level) {
        let message = format!("the external data of {} has {what}{valid}", self.label(site));
        let finding = self.tensor_finding(site, &invalid_external_data::RULE, message).level(level);
        let finding = finding.note("the keys are `location`, `offset`, `length` and `checksum`").data("entry", what);
        self.diagnostics.report(match what.split('`').nth(1).filter(|_| !valid.is_empty()) {
            Some("offset") => finding.help("set `offset` to the position of the tensor's first byte in the file"),
            Some("length") => finding.help("set `length` to the number of bytes of the tensor, or remove it"),
            _ => finding,
        });
    }

    /// The file at a location and its length.
    fn locate(&mut self, location: &str) -> Option<(FileId, u64)> {
        if let Some(&known) = self.external.known.get(location) {
            return known;
        }
        let limit = self.options.limits.max_files;
        if self.external.known.len() >= limit {
            let message = format!("external data is in more than {limit} files (`max_files`)");
            let finding = Diagnostic::new(&limit_exceeded::RULE, Place::FILE, message);
            self.diagnostics.report(finding.note("further files were not opened").data("limit", limit));
            return None;
        }
        self.model.locations.push(location.to_owned());
        let found = match self.external.find(location, self.options) {
            Ok(found) => found.map(|(path, length)| (self.data_file(path, length), length)),
            Err(refusal) => {
                self.external.blame(location, || FileFaultCause::Refused(refusal));
                None
            }
        };
        self.external.known.insert(location.to_owned(), found);
        found
    }

    /// The id of a file, which is added if it is new.
    fn data_file(&mut self, path: PathBuf, length: u64) -> FileId {
        let External { files, bytes, .. } = &mut self.external;
        *files.entry(path).or_insert_with_key(|path| {
            bytes.add_file(length);
            self.model.add_file(DataFile::new(path.clone(), length))
        })
    }

    /// Reports files that are missing, refused or too short: one finding for each, however many tensors it affects.
    pub(crate) fn report_external_files(&mut self) {
        let mut has_folder = true;
        for fault in self.external.take_faults() {
            if matches!(fault.cause, FileFaultCause::Refused(Refusal::NoFolder))
                && !std::mem::replace(&mut has_folder, false)
            {
                continue;
            }
            let near = match &fault.cause {
                FileFaultCause::Refused(Refusal::Missing(_)) => self.external.nearest(&fault.location),
                _ => None,
            };
            let mut finding = file_finding(&fault);
            if let Some(near) = near {
                finding.help = vec![format!("did you mean `{near}`, which contains the data of other tensors?")];
            }
            self.diagnostics.report(finding);
        }
    }
}

/// The finding on a file, at the first tensor in it.
fn file_finding(fault: &FileFault) -> Diagnostic {
    let finding = match &fault.cause {
        FileFaultCause::Refused(refusal) => refused(fault, refusal),
        FileFaultCause::TooShort(size) => too_short(fault, *size),
    };
    let finding = fault.tensors.iter().skip(1).fold(finding, |finding, tensor| {
        let text = match (&fault.cause, tensor.range) {
            (FileFaultCause::TooShort(_), Some((offset, length))) => {
                format!("{} needs {} at offset {offset}", tensor.label, counted(length, "byte"))
            }
            _ => format!("the data of {} is in it too", tensor.label),
        };
        finding.related(tensor.place, text)
    });
    let finding = if fault.count > 1 { finding.data("tensors", fault.count) } else { finding };
    finding.data("location", fault.location.as_str())
}

/// The tensors in a file, for a message: the first one, and how many more.
fn labels(fault: &FileFault) -> String {
    let first = fault.tensors.first().map_or("a tensor", |tensor| &tensor.label);
    match fault.count.saturating_sub(1) {
        0 => first.to_owned(),
        more => format!("{first} and {}", counted(more, "more tensor")),
    }
}

fn place(fault: &FileFault) -> Place {
    fault.tensors.first().map_or(Place::FILE, |tensor| tensor.place)
}

/// A file that ends before the data of some tensors does.
fn too_short(fault: &FileFault, size: u64) -> Diagnostic {
    let FileFault { location, end, .. } = fault;
    let labels = labels(fault);
    let (message, help) = match (&fault.tensors[..], fault.count) {
        ([AffectedTensor { range: Some((offset, length)), .. }, ..], 0..=1) => (
            format!(
                "{labels} needs {} at offset {offset} of `{location}`, which has {}",
                counted(length, "byte"),
                counted(size, "byte")
            ),
            format!("correct `offset` and `length`, or restore `{location}`: its end is missing"),
        ),
        _ => (
            format!("`{location}` has {}, but {labels} need up to {end}", counted(size, "byte")),
            format!("restore `{location}`: it is truncated or belongs to another model"),
        ),
    };
    let finding = Diagnostic::new(&weights_out_of_bounds::RULE, place(fault), message).note(UNCHECKED).help(help);
    finding.data("size", size).data("end", *end)
}

/// A file that is missing or must not be opened.
fn refused(fault: &FileFault, refusal: &Refusal) -> Diagnostic {
    let (location, labels) = (&fault.location, labels(fault));
    match refusal {
        Refusal::NoFolder => {
            let message = format!("the data of {labels} is in `{location}`, but the model was not read from a file");
            Diagnostic::new(&missing_weights::RULE, place(fault), message)
                .level(Level::Note)
                .note("external data is not read; only the types and shapes of such constants are known")
        }
        Refusal::Missing(why) => {
            let message = format!("`{location}`, which contains the data of {labels}, cannot be read: {why}");
            Diagnostic::new(&missing_weights::RULE, place(fault), message)
                .note("only the types and shapes of constants in it are known")
                .help(format!("put `{location}` next to the model"))
        }
        Refusal::Unsafe(why) => {
            let message = format!("the location {location:?} of the data of {labels} {why}");
            Diagnostic::new(&unsafe_weights_path::RULE, place(fault), message)
                .note("a location is a relative path within the model's folder")
                .help("move the file into the model's folder and use its relative path")
        }
        Refusal::Folder => {
            let message = format!("the location {location:?} of the data of {labels} is that of a folder");
            Diagnostic::new(&unsafe_weights_path::RULE, place(fault), message)
                .help(format!("write the path of a file, such as {:?}", location_parts(location).join("/")))
        }
        Refusal::Link(link) => {
            let message =
                format!("`{location}`, which contains the data of {labels}, is reached through a symbolic link");
            Diagnostic::new(&unsafe_weights_path::RULE, place(fault), message)
                .note(format!("`{}` is a symbolic link", link.display()))
                .help("if the link is intended, as in a model cache, use `--allow-symlinks`")
        }
    }
}
