//! External data of tensors: which file, and whether it can contain the data. Only lengths are checked here; a file is
//! opened when the first value in it is needed.

use super::external::Refusal;
use super::reader::Reader;
use super::tensor::{TensorContext, TensorFields};
use crate::diagnostic::{Diagnostic, counted};
use crate::format::onnx::records::StringStringEntryProto;
use crate::graph::{DataFile, FileId, Storage};
use crate::rule::Level;
use crate::rules::{
    invalid_external_data, limit_exceeded, missing_weights, unsafe_weights_path, weights_out_of_bounds,
};
use crate::source::Span;

/// The key with which our text form marks a tensor whose elements are omitted.
pub(crate) const ELIDED: &str = "shapewright.elided";

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
        let Some((file, size)) = self.locate(&location, site) else { return Storage::Missing };
        let (Some(element), Some(count)) = (site.element, site.count) else { return Storage::Missing };
        let Some(needed) = element.packed_bytes(count) else {
            self.report_field(site, "has type string, which cannot be external", "use `string_data`");
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
                let why = format!(
                    "needs {} at offset {offset} of `{location}`, which has {}",
                    counted(length, "byte"),
                    counted(size, "byte")
                );
                self.report_bounds(site, &why, &[("offset", offset), ("length", length), ("size", size)]);
                Storage::Missing
            }
        }
    }

    fn report_bounds(&mut self, site: &TensorContext, why: &str, data: &[(&'static str, u64)]) {
        let message = format!("{} {why}", site.label);
        let finding = Diagnostic::new(&weights_out_of_bounds::RULE, site.place, message);
        let finding = data.iter().fold(finding, |finding, &(key, value)| finding.data(key, value));
        self.diagnostics.report(finding.note("`onnx.checker` does not check `offset` and `length`"));
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
        let message = format!("the external data of {} has {what}{valid}", site.label);
        let finding = Diagnostic::new(&invalid_external_data::RULE, site.place, message).level(level);
        self.diagnostics
            .report(finding.note("the keys are `location`, `offset`, `length` and `checksum`").data("entry", what));
    }

    /// The file at a location and its length. Errors are reported for the first tensor in it.
    fn locate(&mut self, location: &str, site: &TensorContext) -> Option<(FileId, u64)> {
        if let Some(&known) = self.external.known.get(location) {
            return known;
        }
        let limit = self.options.limits.max_files;
        if self.external.known.len() >= limit {
            let message = format!("external data is in more than {limit} files");
            let finding = Diagnostic::new(&limit_exceeded::RULE, crate::place::Place::FILE, message);
            self.diagnostics.report(finding.note("further files were not opened").data("limit", limit));
            return None;
        }
        self.model.locations.push(location.to_owned());
        let found = match self.external.find(location, self.options) {
            Ok(found) => found.map(|(path, length)| (self.model.add_file(DataFile::new(path, length)), length)),
            Err(refusal) => {
                self.report_refusal(location, refusal, site);
                None
            }
        };
        self.external.known.insert(location.to_owned(), found);
        found
    }

    fn report_refusal(&mut self, location: &str, refusal: Refusal, site: &TensorContext) {
        let label = &site.label;
        let finding = match refusal {
            Refusal::NoFolder if std::mem::replace(&mut self.external.reported_no_folder, true) => return,
            Refusal::NoFolder => {
                let message = format!("the data of {label} is in `{location}`, but the model was not read from a file");
                Diagnostic::new(&missing_weights::RULE, site.place, message)
                    .level(Level::Note)
                    .note("external data is not read; only the types and shapes of such constants are known")
            }
            Refusal::Missing(why) => {
                let message = format!("`{location}`, which contains the data of {label}, cannot be read: {why}");
                Diagnostic::new(&missing_weights::RULE, site.place, message)
                    .note("only the types and shapes of constants in it are known")
                    .help("put the file next to the model")
            }
            Refusal::Unsafe(why) => {
                let message = format!("the location {location:?} of the data of {label} {why}");
                Diagnostic::new(&unsafe_weights_path::RULE, site.place, message)
                    .note("a location is a relative path within the model's folder")
                    .help("move the file into the model's folder and use its relative path")
            }
            Refusal::Link(link) => {
                let message =
                    format!("`{location}`, which contains the data of {label}, is reached through a symbolic link");
                Diagnostic::new(&unsafe_weights_path::RULE, site.place, message)
                    .note(format!("`{}` is a symbolic link", link.display()))
                    .help("if the link is intended, as in a model cache, use `--allow-symlinks`")
            }
        };
        self.diagnostics.report(finding.data("location", location));
    }
}
