//! Baselines: lists of findings that are known, and so not reported again.

mod writer;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub(super) use self::writer::BaselineUpdate;
use self::writer::{Changes, NewBaseline};

use super::config::Configs;
use super::console;
use super::file_identity::{folder_of, same};
use super::input::Input;
use crate::diagnostic::counted;
use crate::report::FileReport;
use crate::rule::Rule;
use crate::rules;

/// The version of the form.
const SCHEMA_VERSION: u32 = 1;

/// The lists of a run: what the command line names, or else what each configuration does.
pub(super) struct Baselines {
    lists: Vec<Baseline>,
    /// The list of the command line.
    given: bool,
    /// The list of each configuration.
    of_config: Vec<Option<usize>>,
    new: Option<NewBaseline>,
}

impl Baselines {
    /// Reads the baseline `given` on the command line, or else those of the configurations; `new` is to be written.
    ///
    /// # Errors
    /// One cannot be read; that is said.
    pub(super) fn read(given: Option<&Path>, new: Option<&Path>, configs: &Configs) -> Result<Baselines, ()> {
        let mut baselines = Baselines {
            lists: Vec::new(),
            given: given.is_some(),
            of_config: Vec::new(),
            new: new.map(NewBaseline::new).transpose().map_err(|error| console::error(&error))?,
        };
        // One that is about to be written may be missing.
        let read = |path: &Path| match path.exists() || !new.is_some_and(|new| same(new, path)) {
            true => Baseline::read(path).map_err(|error| console::error(&error)),
            false => Ok(Baseline::default()),
        };
        if let Some(path) = given {
            baselines.lists.push(read(path)?);
            return Ok(baselines);
        }
        for config in configs.all() {
            let list = config.baseline.as_deref().map(read).transpose()?;
            baselines.of_config.push(list.as_ref().map(|_| baselines.lists.len()));
            baselines.lists.extend(list);
        }
        Ok(baselines)
    }

    /// Takes what is known out of a file's findings. Returns how many entries for the file no finding has, and in which
    /// list.
    pub(super) fn apply(
        &self,
        config: Option<usize>,
        input: &Input,
        file: &mut FileReport,
        asked: impl Fn(&Rule) -> bool,
    ) -> Option<(usize, usize)> {
        let of_config = || self.of_config.get(config?).copied().flatten();
        let list = if self.given { Some(0) } else { of_config() }?;
        let stale = self.lists.get(list)?.apply(input, file, asked);
        (stale > 0).then_some((list, stale))
    }

    /// What is to be said of each list, after a run that found something new or nothing. Of one that is written anew,
    /// [`Baselines::write`] tells.
    pub(super) fn complaints(&self, stale: &[(usize, String, usize)], new: bool) -> Vec<String> {
        let of = |list: usize| stale.iter().filter(move |(known, ..)| *known == list);
        let of = |list: usize| of(list).map(|(_, path, count)| (path.clone(), *count)).collect();
        let renewed = |list: &Baseline| self.new.as_ref().is_some_and(|new| same(&new.path, Path::new(&list.name)));
        let lists = self.lists.iter().enumerate().filter(|(_, list)| !renewed(list));
        lists.filter_map(|(i, list)| list.complaint(&of(i), new)).collect()
    }

    /// What a new list says of a file; `asked` says whether findings of a rule would have been made.
    pub(super) fn renewal(
        &self,
        input: &Input,
        file: &FileReport,
        asked: impl Fn(&Rule) -> bool,
    ) -> Option<BaselineUpdate> {
        self.new.as_ref().map(|new| new.renewal(input, file, asked))
    }

    /// Writes the new list, if there is to be one. What is to be said of it; what did not go well is said.
    pub(super) fn write(self, renewals: Vec<BaselineUpdate>) -> Result<Option<String>, ()> {
        let Some(new) = self.new else { return Ok(None) };
        let changes = new.write(renewals).map_err(|error| console::error(&error))?;
        let Changes { added, kept, dropped } = changes;
        let (name, entries) = (new.path.display(), counted(added + kept, "entry"));
        Ok(Some(format!("`{name}` has {entries} now: {added} added, {kept} kept, {dropped} dropped")))
    }
}

/// A list of known findings. Paths in it are relative to its folder, so that it holds wherever the program is started.
#[derive(Default)]
struct Baseline {
    /// Its name in messages.
    name: String,
    folder: PathBuf,
    /// The entries by path and fingerprint.
    known: HashMap<String, HashMap<String, Entry>>,
}

/// What is written of one finding; the fingerprint counts, the rest is for people.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Entry {
    path: String,
    code: String,
    node: Option<String>,
    message: String,
    fingerprint: String,
}

impl Entry {
    /// Whether the run would have found it again in the file that it is for, where it still holds.
    fn is_looked_for(&self, file: &FileReport, asked: impl Fn(&Rule) -> bool) -> bool {
        // Of a file with too many findings, not all were compared.
        file.dropped == 0 && rules::lookup(&self.code).is_none_or(asked)
    }
}

#[derive(Deserialize)]
struct Document {
    schema_version: u32,
    findings: Vec<Entry>,
}

impl Baseline {
    /// Reads a list.
    fn read(path: &Path) -> Result<Baseline, String> {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).map_err(|error| {
            let missing = error.kind() == io::ErrorKind::NotFound;
            let advice = if missing { format!("; `--write-baseline {name}` writes one") } else { String::new() };
            format!("cannot read the baseline `{name}`: {error}{advice}")
        })?;
        let document: Document =
            serde_json::from_str(&text).map_err(|error| format!("`{name}` is no baseline: {error}"))?;
        if document.schema_version != SCHEMA_VERSION {
            let version = document.schema_version;
            return Err(format!("`{name}` has schema_version {version}, and only {SCHEMA_VERSION} can be read"));
        }
        let mut known: HashMap<String, HashMap<String, Entry>> = HashMap::new();
        for entry in document.findings {
            known.entry(entry.path.clone()).or_default().insert(entry.fingerprint.clone(), entry);
        }
        Ok(Baseline { name, folder: folder_of(path), known })
    }

    /// Takes what is known out of a file's findings. Returns how many entries for the file no finding has; those of
    /// rules that nobody asked for do not count.
    fn apply(&self, input: &Input, file: &mut FileReport, asked: impl Fn(&Rule) -> bool) -> usize {
        let path = input.relative_to(&self.folder);
        let Some(known) = self.known.get(&path) else { return 0 };
        let (all, mut found) = (file.findings.len(), HashSet::new());
        file.findings.retain(|finding| {
            let fingerprint = finding.identity.under(&path);
            let holds = known.contains_key(&fingerprint);
            if holds {
                found.insert(fingerprint);
            }
            !holds
        });
        file.suppressed += all - file.findings.len();
        let gone = |entry: &&Entry| !found.contains(&entry.fingerprint) && entry.is_looked_for(file, &asked);
        known.values().filter(gone).count()
    }

    /// Whether there is still a file that entries are for.
    fn exists(&self, path: &str) -> bool {
        path == "-" || self.folder.join(path).exists()
    }

    /// How many entries are for files that no longer exist.
    fn orphans(&self) -> impl Iterator<Item = (&str, usize)> {
        let lost = self.known.iter().filter(|(path, _)| !self.exists(path));
        lost.map(|(path, known)| (path.as_str(), known.len()))
    }

    /// What is to be said of entries that no finding has, if there are any; `stale` has their number by path. A list
    /// that is written anew takes what is `new` for known.
    fn complaint(&self, stale: &BTreeMap<String, usize>, new: bool) -> Option<String> {
        let mut stale: BTreeMap<&str, usize> = stale.iter().map(|(path, count)| (path.as_str(), *count)).collect();
        stale.extend(self.orphans());
        let sum: usize = stale.values().sum();
        let shown: Vec<String> = stale.iter().take(3).map(|(path, count)| format!("`{path}` {count}")).collect();
        let more = if stale.len() > shown.len() { ", ..." } else { "" };
        let (name, list) = (&self.name, shown.join(", "));
        let them = if sum == 1 { "it" } else { "them" };
        let first = if new { "mend what is reported first, or it is listed as known: then " } else { "" };
        let advice = format!("{first}`--write-baseline {name}` drops {them}");
        let stale = counted(sum, "stale entry");
        (sum > 0).then(|| format!("`{name}` has {stale} ({list}{more}); {advice}"))
    }
}
