//! Baselines: lists of known findings, which are not reported again.

mod writer;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

pub(super) use self::writer::BaselineUpdate;
use self::writer::{Changes, NewBaseline};

use super::config::Configs;
use super::console;
use super::file_identity::{folder_of, same};
use super::input::Input;
use super::path_key::{path_key, path_of_key};
use crate::diagnostic::counted;
use crate::report::FileReport;
use crate::rule::Rule;
use crate::rules;
use crate::source::read_text;

/// The longest list: an option may name a device.
const LONGEST: u64 = 256 << 20;

/// The version of the file format.
const SCHEMA_VERSION: u32 = 1;

/// The baselines of a run: the one on the command line, or else those of the configurations.
pub(super) struct Baselines {
    lists: Vec<Baseline>,
    /// Whether the baseline on the command line is used.
    from_arguments: bool,
    /// The index of the list of each configuration.
    by_config: Vec<Option<usize>>,
    new: Option<NewBaseline>,
}

impl Baselines {
    /// Reads the baseline `given` on the command line, or else those of the configurations; `new` is to be written.
    ///
    /// # Errors
    /// One cannot be read.
    pub(super) fn read(given: Option<&Path>, new: Option<&Path>, configs: &Configs) -> Result<Baselines, String> {
        let mut baselines = Baselines {
            lists: Vec::new(),
            from_arguments: given.is_some(),
            by_config: Vec::new(),
            new: new.map(NewBaseline::new).transpose()?,
        };
        // A baseline that is about to be written may be missing.
        let read = |path: &Path| match path.exists() || !new.is_some_and(|new| same(new, path)) {
            true => Baseline::read(path),
            false => Ok(Baseline::default()),
        };
        if let Some(path) = given {
            baselines.lists.push(read(path)?);
            return Ok(baselines);
        }
        for config in configs.all() {
            let list = config.baseline.as_deref();
            if let Some(path) = list.filter(|path| path.exists() && !path.is_file()) {
                let (baseline, config) = (path.display(), config.path().display());
                return Err(format!(
                    "the baseline `{baseline}` that `{config}` names is not a regular file; name a file, or use `--isolated`"
                ));
            }
            let list = list.map(read).transpose()?;
            baselines.by_config.push(list.as_ref().map(|_| baselines.lists.len()));
            baselines.lists.extend(list);
        }
        Ok(baselines)
    }

    /// Whether findings of files with this configuration are compared with a list, or added to one.
    pub(super) fn compares(&self, config: Option<usize>) -> bool {
        self.new.is_some() || self.list(config).is_some()
    }

    /// The list for files with this configuration.
    fn list(&self, config: Option<usize>) -> Option<usize> {
        if self.from_arguments { Some(0) } else { self.by_config.get(config?).copied().flatten() }
    }

    /// Removes known findings from the report of a file. Returns the list and the number of its stale entries for the
    /// file.
    pub(super) fn apply(
        &self,
        config: Option<usize>,
        input: &Input,
        file: &mut FileReport,
        checked: impl Fn(&Rule) -> bool,
    ) -> Option<(usize, usize)> {
        let list = self.list(config)?;
        let stale = self.lists.get(list)?.apply(input, file, checked);
        (stale > 0).then_some((list, stale))
    }

    /// Messages about stale entries. `new` is whether the run has other findings. A list that is rewritten is omitted:
    /// [`Baselines::write`] reports on it.
    pub(super) fn messages(&self, stale: &[(usize, String, usize)], new: bool) -> Vec<String> {
        let mut counts: HashMap<usize, BTreeMap<&str, usize>> = HashMap::new();
        for (list, path, count) in stale {
            counts.entry(*list).or_default().insert(path, *count);
        }
        let rewritten = |list: &Baseline| self.new.as_ref().is_some_and(|new| same(&new.path, Path::new(&list.name)));
        let lists = self.lists.iter().enumerate().filter(|(_, list)| !rewritten(list));
        lists.filter_map(|(i, list)| list.message(counts.remove(&i).unwrap_or_default(), new)).collect()
    }

    /// The entries of the new list for a file. `checked` is whether the run would have found violations of a rule.
    pub(super) fn update(
        &self,
        input: &Input,
        file: &FileReport,
        checked: impl Fn(&Rule) -> bool,
    ) -> Option<BaselineUpdate> {
        self.new.as_ref().map(|new| new.update(input, file, checked))
    }

    /// Writes the new list, if there is one, and returns a note. An error is reported.
    pub(super) fn write(self, updates: Vec<BaselineUpdate>) -> Result<Option<String>, ()> {
        let Some(new) = self.new else { return Ok(None) };
        let changes = new.write(&updates).map_err(|error| console::error(&error))?;
        let Changes { added, kept, dropped } = changes;
        let (name, entries) = (new.path.display(), counted(added + kept, "entry"));
        Ok(Some(format!("`{name}` now has {entries}: {added} added, {kept} kept, {dropped} dropped")))
    }
}

/// A list of known findings. Its paths are relative to its directory, independent of the working directory.
#[derive(Default)]
struct Baseline {
    /// The name in messages.
    name: String,
    folder: PathBuf,
    /// Each once, in the order of paths and then of fingerprints: a map of each path would take many times the bytes of a list.
    entries: Vec<Entry>,
}

/// The entry of a finding. Only path and fingerprint are compared; the rest is for readers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Entry {
    path: Box<str>,
    code: Box<str>,
    node: Option<Box<str>>,
    message: Box<str>,
    fingerprint: Box<str>,
}

impl Entry {
    /// Whether the run would have found it again if it still existed.
    fn is_covered(&self, file: &FileReport, checked: impl Fn(&Rule) -> bool) -> bool {
        // If a file has too many findings, not all were compared.
        file.dropped == 0 && rules::lookup(&self.code).is_none_or(checked)
    }
}

#[derive(Deserialize)]
struct Document {
    schema_version: u32,
    findings: Vec<ListedEntry>,
}

/// An entry of a list, which must have names for its fields: without them it could be much shorter than what is made of it.
struct ListedEntry(Entry);

impl<'de> Deserialize<'de> for ListedEntry {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<ListedEntry, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = ListedEntry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<ListedEntry, A::Error> {
                Entry::deserialize(MapAccessDeserializer::new(fields)).map(ListedEntry)
            }
        }

        input.deserialize_map(Fields)
    }
}

/// Whether the entries of a file have a fingerprint.
fn contains(entries: &[Entry], fingerprint: &str) -> bool {
    entries.binary_search_by(|entry| (*entry.fingerprint).cmp(fingerprint)).is_ok()
}

impl Baseline {
    /// Reads a list.
    fn read(path: &Path) -> Result<Baseline, String> {
        let name = path.display().to_string();
        let text = read_text(path, LONGEST).map_err(|error| {
            let missing = error.kind() == io::ErrorKind::NotFound;
            let advice = if missing { format!("; `--write-baseline {name}` writes one") } else { String::new() };
            format!("cannot read the baseline `{name}`: {error}{advice}")
        })?;
        let document: Document =
            serde_json::from_str(&text).map_err(|error| format!("`{name}` is not a baseline: {error}"))?;
        drop(text);
        if document.schema_version != SCHEMA_VERSION {
            let version = document.schema_version;
            return Err(format!("`{name}` has schema_version {version}; expected {SCHEMA_VERSION}"));
        }
        let mut entries: Vec<Entry> = document.findings.into_iter().map(|listed| listed.0).collect();
        entries.sort_by(|a, b| (&a.path, &a.fingerprint).cmp(&(&b.path, &b.fingerprint)));
        // Of equal ones, the last one counts.
        entries.dedup_by(|later, entry| {
            let is_same = (&later.path, &later.fingerprint) == (&entry.path, &entry.fingerprint);
            if is_same {
                std::mem::swap(later, entry);
            }
            is_same
        });
        Ok(Baseline { name, folder: folder_of(path), entries })
    }

    /// The positions of the entries of a file.
    fn of(&self, path: &str) -> Range<usize> {
        let start = self.entries.partition_point(|entry| *entry.path < *path);
        start..start + self.entries[start..].partition_point(|entry| *entry.path == *path)
    }

    /// The entries by file.
    fn by_path(&self) -> impl Iterator<Item = (&str, &[Entry])> {
        self.entries.chunk_by(|a, b| a.path == b.path).map(|entries| (&*entries[0].path, entries))
    }

    /// Removes known findings from the report of a file. Returns the number of stale entries for the file, except those
    /// of rules that were not checked.
    fn apply(&self, input: &Input, file: &mut FileReport, checked: impl Fn(&Rule) -> bool) -> usize {
        let path = path_key(&input.relative_to(&self.folder));
        let known = &self.entries[self.of(&path)];
        let (all, mut found) = (file.findings.len(), HashSet::new());
        file.findings.retain(|finding| {
            let fingerprint = finding.identity.under(&path);
            let is_known = contains(known, &fingerprint);
            if is_known {
                found.insert(fingerprint);
            }
            !is_known
        });
        file.suppressed += all - file.findings.len();
        let gone = |entry: &&Entry| !found.contains(&*entry.fingerprint) && entry.is_covered(file, &checked);
        known.iter().filter(gone).count()
    }

    /// Whether the file of entries still exists.
    fn exists(&self, path: &str) -> bool {
        path == "-" || self.folder.join(path_of_key(path)).exists()
    }

    /// Files that no longer exist, with the number of their entries.
    fn orphans(&self) -> impl Iterator<Item = (&str, usize)> {
        let lost = self.by_path().filter(|(path, _)| !self.exists(path));
        lost.map(|(path, entries)| (path, entries.len()))
    }

    /// The message about stale entries, if there are any; `stale` is their number by path. If there are `new` findings,
    /// the message warns that rewriting the list accepts them.
    fn message<'a>(&'a self, mut stale: BTreeMap<&'a str, usize>, new: bool) -> Option<String> {
        stale.extend(self.orphans());
        let sum: usize = stale.values().sum();
        let shown: Vec<String> = stale.iter().take(3).map(|(path, count)| format!("`{path}` {count}")).collect();
        let more = if stale.len() > shown.len() { ", ..." } else { "" };
        let (name, list) = (&self.name, shown.join(", "));
        let them = if sum == 1 { "it" } else { "them" };
        let first = if new { "fix the reported findings first, or they are accepted; then " } else { "" };
        let advice = format!("{first}`--write-baseline {name}` drops {them}");
        let stale = counted(sum, "stale entry");
        (sum > 0).then(|| format!("`{name}` has {stale} ({list}{more}); {advice}"))
    }
}
