//! A list that is written: what the run has found, and of the list that stood there what the run cannot know better.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::{Baseline, Entry, SCHEMA_VERSION};
use crate::cli::atomic_write::AtomicWrites;
use crate::cli::file_identity::folder_of;
use crate::cli::input::Input;
use crate::report::FileReport;
use crate::rule::Rule;

/// A list that is to be written.
pub(crate) struct NewBaseline {
    pub(crate) path: PathBuf,
    folder: PathBuf,
    /// The list that it replaces.
    old: Baseline,
}

/// What the new list says of a file that was looked at.
pub(crate) struct BaselineUpdate {
    path: String,
    entries: Vec<Entry>,
}

/// What became of the entries.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    pub(crate) added: usize,
    pub(crate) kept: usize,
    pub(crate) dropped: usize,
}

impl NewBaseline {
    /// For a file at this path. What is there already must be a list, since the new one continues it.
    pub(crate) fn new(path: &Path) -> Result<NewBaseline, String> {
        // A device or a pipe may have no end.
        let old = if path.is_file() { Baseline::read(path)? } else { Baseline::default() };
        Ok(NewBaseline { path: path.to_owned(), folder: folder_of(path), old })
    }

    /// The entries of a file: its findings, and what is listed of rules that nobody `asked` for.
    pub(crate) fn renewal(&self, input: &Input, file: &FileReport, asked: impl Fn(&Rule) -> bool) -> BaselineUpdate {
        let path = input.relative_to(&self.folder);
        let entry = |finding: &crate::report::Finding| Entry {
            path: path.clone(),
            code: finding.rule.code.to_owned(),
            node: finding.location.node.clone(),
            message: finding.message.clone(),
            fingerprint: finding.identity.under(&path),
        };
        let mut entries: Vec<Entry> = file.findings.iter().map(entry).collect();
        let found: HashSet<String> = entries.iter().map(|entry| entry.fingerprint.clone()).collect();
        let listed = self.old.known.get(&path).into_iter().flat_map(|known| known.values());
        let unseen = listed.filter(|entry| !found.contains(&entry.fingerprint) && !entry.is_looked_for(file, &asked));
        entries.extend(unseen.cloned());
        BaselineUpdate { path, entries }
    }

    /// Writes the list, with what the old one says of files that were not looked at and still exist.
    pub(crate) fn write(&self, renewals: Vec<BaselineUpdate>) -> Result<Changes, String> {
        let renewed: HashSet<&str> = renewals.iter().map(|renewal| renewal.path.as_str()).collect();
        let still = |path: &str| !renewed.contains(path) && self.old.exists(path);
        let others = self.old.known.iter().filter(|(path, _)| still(path)).flat_map(|(_, known)| known.values());
        let mut entries: Vec<Entry> = others.cloned().collect();
        entries.extend(renewals.into_iter().flat_map(|renewal| renewal.entries));
        entries.sort();
        entries.dedup();
        self.save(&entries).map_err(|error| format!("cannot write to `{}`: {error}", self.path.display()))?;
        let was = |entry: &&Entry| self.old.known.get(&entry.path).is_some_and(|k| k.contains_key(&entry.fingerprint));
        let kept = entries.iter().filter(was).count();
        let all: usize = self.old.known.values().map(|known| known.len()).sum();
        Ok(Changes { added: entries.len() - kept, kept, dropped: all.saturating_sub(kept) })
    }

    /// An entry a line: changes are easy to read and to merge.
    fn save(&self, entries: &[Entry]) -> std::io::Result<()> {
        let mut text = format!("{{\n  \"schema_version\": {SCHEMA_VERSION},\n  \"findings\": [").into_bytes();
        for (i, entry) in entries.iter().enumerate() {
            text.extend_from_slice(if i == 0 { b"\n    " } else { b",\n    " });
            serde_json::to_writer(&mut text, entry)?;
        }
        text.extend_from_slice(if entries.is_empty() { b"]\n}\n" } else { b"\n  ]\n}\n" });
        let mut pending = AtomicWrites::default();
        pending.add_by(&self.path, |out| out.write_all(&text))?;
        pending.commit().map_err(|(_, error)| error)
    }
}
