//! Tensor data in files beside the model: which file, and whether the data can be in it. Only lengths are looked up
//! here; a file is opened when the first value in it is asked for.

use std::path::{Path, PathBuf};

use hashbrown::HashMap;

use super::reader::Reader;
use super::tensor::{TensorContext, TensorFields};
use crate::diagnostic::{Diagnostic, counted};
use crate::format::onnx::records::StringStringEntryProto;
use crate::graph::{DataFile, FileId, Storage};
use crate::rule::Level;
use crate::rules::{
    invalid_external_data, limit_exceeded, missing_weights, unsafe_weights_path, weights_out_of_bounds,
};
use crate::source::{Source, Span};

/// The key by which our own text form says that it leaves a tensor's elements out.
pub(crate) const ELIDED: &str = "shapewright.elided";

/// The files that tensors were said to lie in so far.
pub(crate) struct External {
    /// The folder of the model; `None` if the model is no file.
    folder: Option<PathBuf>,
    /// By location as written: the file and its length, `None` if it cannot be used.
    known: HashMap<String, Option<(FileId, u64)>>,
    /// Whether it was said that there is no folder.
    told: bool,
}

/// The entries of one tensor.
#[derive(Default)]
struct Entries {
    location: Option<String>,
    offset: Option<u64>,
    length: Option<u64>,
    elided: bool,
    broken: bool,
}

/// Why a file cannot be used.
enum Refusal {
    NoFolder,
    Missing(String),
    Unsafe(&'static str),
    Link(PathBuf),
}

impl External {
    pub(crate) fn new(source: &Source) -> External {
        let folder = source.path().map(|path| path.parent().unwrap_or(Path::new("")).to_owned());
        External { folder, known: HashMap::new(), told: false }
    }
}

impl Reader<'_> {
    /// The elements of a tensor whose data is external.
    pub(crate) fn external_storage(&mut self, draft: &TensorFields, site: &TensorContext) -> Storage {
        let entries = self.entries(&draft.external, site);
        if entries.elided || entries.broken {
            return Storage::Missing;
        }
        let Some(location) = entries.location else {
            self.report_entry(site, "no `location`".to_owned(), Level::Error);
            return Storage::Missing;
        };
        let Some((file, size)) = self.locate(&location, site) else { return Storage::Missing };
        let (Some(element), Some(count)) = (site.element, site.count) else { return Storage::Missing };
        let Some(needed) = element.packed_bytes(count) else {
            self.report_field(site, "is of type string, which cannot be external", "use `string_data`");
            return Storage::Missing;
        };
        let (offset, length) = (entries.offset.unwrap_or(0), entries.length.unwrap_or(needed));
        match offset.checked_add(length).filter(|&end| end <= size) {
            Some(end) if length == needed => Storage::Packed(file, Span::new(offset, end)),
            Some(_) => {
                let why = format!("has {} in `{location}`, but needs {needed}", counted(length, "byte"));
                self.report_bounds(site, &why, &[("length", length), ("needed", needed)]);
                Storage::Missing
            }
            None => {
                let why = format!("needs {} at {offset} of `{location}`, which has {size}", counted(length, "byte"));
                self.report_bounds(site, &why, &[("offset", offset), ("length", length), ("size", size)]);
                Storage::Missing
            }
        }
    }

    fn report_bounds(&mut self, site: &TensorContext, why: &str, data: &[(&'static str, u64)]) {
        let message = format!("{} {why}", site.label);
        let finding = Diagnostic::new(&weights_out_of_bounds::RULE, site.place, message);
        let finding = data.iter().fold(finding, |finding, &(key, value)| finding.data(key, value));
        self.sink.report(finding.note("`onnx.checker` does not look at `offset` and `length`"));
    }

    fn entries(&mut self, records: &[Span], site: &TensorContext) -> Entries {
        let mut entries = Entries::default();
        let mut seen: Vec<String> = Vec::new();
        for &record in records.iter().take(16) {
            let Some(entry) = self.decode::<StringStringEntryProto>(record, "external_data", site.place) else {
                entries.broken = true;
                continue;
            };
            let (key, value) = (entry.key(), entry.value());
            if seen.iter().any(|k| k == key) {
                self.report_entry(site, format!("`{key}` twice"), Level::Error);
                entries.broken = true;
            }
            match key {
                "location" => entries.location = Some(value.to_owned()),
                "offset" => entries.offset = self.number(key, value, site, &mut entries.broken),
                "length" => entries.length = self.number(key, value, site, &mut entries.broken),
                "checksum" | "basepath" => {}
                ELIDED => entries.elided = true,
                other => self.report_entry(site, format!("`{other}`, which is no key"), Level::Warning),
            }
            seen.push(key.to_owned());
        }
        entries
    }

    fn number(&mut self, key: &str, value: &str, site: &TensorContext, broken: &mut bool) -> Option<u64> {
        let number = value.parse().ok();
        if number.is_none() {
            self.report_entry(site, format!("`{key}` = {value:?} (valid: 0 and above, in decimal)"), Level::Error);
            *broken = true;
        }
        number
    }

    fn report_entry(&mut self, site: &TensorContext, what: String, level: Level) {
        let message = format!("the external data of {} is given with {what}", site.label);
        let finding = Diagnostic::new(&invalid_external_data::RULE, site.place, message).level(level);
        self.sink
            .report(finding.note("the keys are `location`, `offset`, `length` and `checksum`").data("entry", what));
    }

    /// The file at a location and its length. What is wrong with it is reported for the first tensor in it.
    fn locate(&mut self, location: &str, site: &TensorContext) -> Option<(FileId, u64)> {
        if let Some(&known) = self.external.known.get(location) {
            return known;
        }
        let limit = self.options.limits.max_files;
        if self.external.known.len() >= limit {
            let message = format!("tensors lie in more than {limit} files");
            let finding = Diagnostic::new(&limit_exceeded::RULE, crate::place::Place::FILE, message);
            self.sink.report(finding.note("further files were not looked at").data("limit", limit));
            return None;
        }
        self.model.locations.push(location.to_owned());
        let found = self.look_up(location).unwrap_or_else(|refusal| {
            self.report_refusal(location, refusal, site);
            None
        });
        self.external.known.insert(location.to_owned(), found);
        found
    }

    fn look_up(&mut self, location: &str) -> Result<Option<(FileId, u64)>, Refusal> {
        if let Some(why) = unsafe_location(location) {
            return Err(Refusal::Unsafe(why));
        }
        if self.options.no_weights {
            return Ok(None);
        }
        let Some(folder) = self.external.folder.clone() else {
            return Err(Refusal::NoFolder);
        };
        let path = walk(&folder, location, self.options.limits.allow_symlinks)?;
        let meta = path.metadata().map_err(|e| Refusal::Missing(e.to_string()))?;
        if !meta.is_file() {
            return Err(Refusal::Unsafe("is no regular file"));
        }
        Ok(Some((self.model.add_file(DataFile::new(path, meta.len())), meta.len())))
    }

    fn report_refusal(&mut self, location: &str, refusal: Refusal, site: &TensorContext) {
        let label = &site.label;
        let finding = match refusal {
            Refusal::NoFolder if std::mem::replace(&mut self.external.told, true) => return,
            Refusal::NoFolder => {
                let message = format!("the data of {label} lies in `{location}`, but the model came without a folder");
                Diagnostic::new(&missing_weights::RULE, site.place, message)
                    .level(Level::Note)
                    .note("external data is not looked for; such constants are known by type and shape only")
            }
            Refusal::Missing(why) => {
                let message = format!("`{location}`, where the data of {label} lies, cannot be read: {why}");
                Diagnostic::new(&missing_weights::RULE, site.place, message)
                    .note("constants in it are known by type and shape only")
                    .help("put the file beside the model")
            }
            Refusal::Unsafe(why) => {
                let message = format!("the location {location:?} of the data of {label} {why}");
                Diagnostic::new(&unsafe_weights_path::RULE, site.place, message)
                    .note("a location is a path relative to the model's folder that stays in it")
                    .help("move the file into the model's folder and name it by its relative path")
            }
            Refusal::Link(link) => {
                let message = format!("`{location}`, where the data of {label} lies, is behind a symbolic link");
                Diagnostic::new(&unsafe_weights_path::RULE, site.place, message)
                    .note(format!("`{}` is a symbolic link", link.display()))
                    .help("if the link is meant, as in a model cache, use `--allow-symlinks`")
            }
        };
        self.sink.report(finding.data("location", location));
    }
}

/// Why a location may not be followed, whatever the file system holds.
fn unsafe_location(location: &str) -> Option<&'static str> {
    let drive = matches!(location.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    let mut parts = location.split(['/', '\\']);
    match location {
        "" => Some("is empty"),
        "." | "./" => Some("is the folder itself"),
        _ if location.contains('\0') => Some("holds a zero byte"),
        _ if location.starts_with(['/', '\\']) || drive => Some("is absolute"),
        _ if parts.any(|part| part == "..") => Some("leads out of the folder with `..`"),
        _ => None,
    }
}

/// The path of a file below `folder`, unless a part of the way is a link that must not be followed.
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
