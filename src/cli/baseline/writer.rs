//! Writing a baseline: the findings of the run, and the old entries that the run does not cover.

use crate::render::write_json;
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::{Baseline, Entry, SCHEMA_VERSION};
use crate::cli::atomic_write::AtomicWrites;
use crate::cli::file_identity::folder_of;
use crate::cli::input::Input;
use crate::cli::path_key::path_key;
use crate::report::FileReport;
use crate::rule::Rule;

/// A list that is to be written.
pub(crate) struct NewBaseline {
    pub(crate) path: PathBuf,
    folder: PathBuf,
    /// The list that it replaces.
    old: Baseline,
}

/// The new entries of a file.
pub(crate) struct BaselineUpdate {
    path: String,
    entries: Vec<Entry>,
}

/// The number of entries by outcome.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    pub(crate) added: usize,
    pub(crate) kept: usize,
    pub(crate) dropped: usize,
}

impl NewBaseline {
    /// A baseline for this path. An existing file must be a baseline, because its entries may be kept.
    pub(crate) fn new(path: &Path) -> Result<NewBaseline, String> {
        // A device or a pipe may be endless.
        let old = if path.is_file() { Baseline::read(path)? } else { Baseline::default() };
        Ok(NewBaseline { path: path.to_owned(), folder: folder_of(path), old })
    }

    /// The entries of a file: the findings that are shown, and the old entries that were found again or whose rules were
    /// not checked.
    pub(crate) fn update(&self, input: &Input, file: &FileReport, checked: impl Fn(&Rule) -> bool) -> BaselineUpdate {
        let path = path_key(&input.relative_to(&self.folder));
        let entry = |finding: &crate::report::Finding| Entry {
            path: path.clone(),
            code: finding.rule().code().to_owned(),
            node: finding.location.node.as_deref().map(str::to_owned),
            message: finding.message().to_owned(),
            fingerprint: finding.identity.under(&path),
        };
        let old = self.old.known.get(&path);
        let is_listed = |entry: &Entry| old.is_some_and(|known| known.contains_key(&entry.fingerprint));
        let found = file.findings.iter().map(|finding| (file.shows(finding), entry(finding)));
        let kept = found.filter(|(shown, entry)| *shown || is_listed(entry));
        let mut entries: Vec<Entry> = kept.map(|(_, entry)| entry).collect();
        let found: HashSet<String> = entries.iter().map(|entry| entry.fingerprint.clone()).collect();
        let listed = old.into_iter().flat_map(|known| known.values());
        let unseen = listed.filter(|entry| !found.contains(&entry.fingerprint) && !entry.is_covered(file, &checked));
        entries.extend(unseen.cloned());
        BaselineUpdate { path, entries }
    }

    /// Writes the list, with the old entries of existing files that were not checked.
    pub(crate) fn write(&self, updates: Vec<BaselineUpdate>) -> Result<Changes, String> {
        let updated: HashSet<&str> = updates.iter().map(|update| update.path.as_str()).collect();
        let still = |path: &str| !updated.contains(path) && self.old.exists(path);
        let others = self.old.known.iter().filter(|(path, _)| still(path)).flat_map(|(_, known)| known.values());
        let mut entries: Vec<Entry> = others.cloned().collect();
        entries.extend(updates.into_iter().flat_map(|update| update.entries));
        entries.sort();
        entries.dedup();
        self.save(&entries).map_err(|error| format!("cannot write to `{}`: {error}", self.path.display()))?;
        let was = |entry: &&Entry| self.old.known.get(&entry.path).is_some_and(|k| k.contains_key(&entry.fingerprint));
        let kept = entries.iter().filter(was).count();
        let all: usize = self.old.known.values().map(|known| known.len()).sum();
        Ok(Changes { added: entries.len() - kept, kept, dropped: all.saturating_sub(kept) })
    }

    /// Writes one entry per line, so that changes are easy to review and merge.
    fn save(&self, entries: &[Entry]) -> std::io::Result<()> {
        let mut text = format!("{{\n  \"schema_version\": {SCHEMA_VERSION},\n  \"findings\": [").into_bytes();
        for (i, entry) in entries.iter().enumerate() {
            text.extend_from_slice(if i == 0 { b"\n    " } else { b",\n    " });
            write_json(&mut text, entry)?;
        }
        text.extend_from_slice(if entries.is_empty() { b"]\n}\n" } else { b"\n  ]\n}\n" });
        let mut pending = AtomicWrites::default();
        pending.add_by(&self.path, |out| out.write_all(&text))?;
        pending.commit().map_err(|(_, error)| error)
    }
}
