//! Writing a baseline: the findings of the run, and the old entries that the run does not cover.

use crate::render::write_json;
use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::{Baseline, Entry, SCHEMA_VERSION, contains};
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
    /// Those of findings.
    found: Vec<Entry>,
    /// The positions of old entries of which the run says nothing.
    unseen: Vec<usize>,
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
            path: path.as_str().into(),
            code: finding.rule().code().into(),
            node: finding.location.node.as_deref().map(Into::into),
            message: finding.message().into(),
            fingerprint: finding.identity.under(&path).into(),
        };
        let old = self.old.of(&path);
        let is_listed = |entry: &Entry| contains(&self.old.entries[old.clone()], &entry.fingerprint);
        let found = file.findings.iter().map(|finding| (file.shows(finding), entry(finding)));
        let kept = found.filter(|(shown, entry)| *shown || is_listed(entry));
        let entries: Vec<Entry> = kept.map(|(_, entry)| entry).collect();
        let found: HashSet<&str> = entries.iter().map(|entry| &*entry.fingerprint).collect();
        let is_unseen = |entry: &Entry| !found.contains(&*entry.fingerprint) && !entry.is_covered(file, &checked);
        let unseen = old.clone().filter(|at| is_unseen(&self.old.entries[*at])).collect();
        BaselineUpdate { path, found: entries, unseen }
    }

    /// Writes the list, with the old entries of existing files that were not checked.
    pub(crate) fn write(&self, updates: &[BaselineUpdate]) -> Result<Changes, String> {
        let updated: HashSet<&str> = updates.iter().map(|update| update.path.as_str()).collect();
        let still = |path: &str| !updated.contains(path) && self.old.exists(path);
        let others = self.old.by_path().filter(|(path, _)| still(path)).flat_map(|(_, entries)| entries);
        let unseen = updates.iter().flat_map(|update| &update.unseen).map(|at| &self.old.entries[*at]);
        let found = updates.iter().flat_map(|update| &update.found);
        let mut entries: Vec<&Entry> = others.chain(unseen).chain(found).collect();
        entries.sort();
        entries.dedup();
        self.save(&entries).map_err(|error| format!("cannot write to `{}`: {error}", self.path.display()))?;
        let was = |entry: &&&Entry| contains(&self.old.entries[self.old.of(&entry.path)], &entry.fingerprint);
        let kept = entries.iter().filter(was).count();
        let all = self.old.entries.len();
        Ok(Changes { added: entries.len() - kept, kept, dropped: all.saturating_sub(kept) })
    }

    /// Writes one entry per line, so that changes are easy to review and merge.
    fn save(&self, entries: &[&Entry]) -> std::io::Result<()> {
        let mut pending = AtomicWrites::default();
        pending.add_by(&self.path, |out| {
            write!(out, "{{\n  \"schema_version\": {SCHEMA_VERSION},\n  \"findings\": [")?;
            for (i, entry) in entries.iter().enumerate() {
                out.write_all(if i == 0 { b"\n    " } else { b",\n    " })?;
                write_json(&mut *out, entry)?;
            }
            out.write_all(if entries.is_empty() { b"]\n}\n" } else { b"\n  ]\n}\n" })
        })?;
        pending.commit().map_err(|(_, error)| error)
    }
}
