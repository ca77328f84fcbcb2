//! Baselines: lists of findings that are known, and so not reported again.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::args::LintArgs;
use super::complain;
use super::config::Configs;
use super::files::Input;
use super::places::{folder_of, same};
use super::save::Pending;
use crate::diagnostic::counted;
use crate::report::FileReport;
use crate::rules::{self, Rule};

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
    /// Reads them.
    ///
    /// # Errors
    /// One cannot be read; that is said.
    pub(super) fn read(args: &LintArgs, configs: &Configs) -> Result<Baselines, ()> {
        let new = args.write_baseline.as_deref();
        let mut baselines = Baselines {
            lists: Vec::new(),
            given: args.settings.baseline.is_some(),
            of_config: Vec::new(),
            new: new.map(NewBaseline::new),
        };
        // One that is about to be written may be missing.
        let read = |path: &Path| match path.exists() || !new.is_some_and(|new| same(new, path)) {
            true => Baseline::read(path).map_err(|error| complain(&error)),
            false => Ok(Baseline::default()),
        };
        if let Some(path) = &args.settings.baseline {
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

    /// What is to be said of each list.
    pub(super) fn complaints(&self, stale: &[(usize, String, usize)]) -> Vec<String> {
        let of = |list: usize| stale.iter().filter(move |(known, ..)| *known == list);
        let of = |list: usize| of(list).map(|(_, path, count)| (path.clone(), *count)).collect();
        self.lists.iter().enumerate().filter_map(|(i, list)| list.complaint(&of(i))).collect()
    }

    /// What a new list says of a file.
    pub(super) fn entries(&self, input: &Input, file: &FileReport) -> Vec<Entry> {
        self.new.as_ref().map(|new| new.entries(input, file)).unwrap_or_default()
    }

    /// Writes the new list, if there is to be one. Whether that went well; what did not is said.
    pub(super) fn write(self, entries: Vec<Entry>) -> bool {
        let written = self.new.map_or(Ok(()), |new| new.write(entries));
        written.map_err(|error| complain(&error)).is_ok()
    }
}

/// A list of known findings. Paths in it are relative to its folder, so that it holds wherever the program is started.
#[derive(Default)]
struct Baseline {
    /// Its name in messages.
    name: String,
    folder: PathBuf,
    /// The rules of the findings by path and fingerprint.
    known: HashMap<String, HashMap<String, String>>,
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
            format!("cannot read the baseline `{name}`: {error}; `--write-baseline {name}` writes one")
        })?;
        let document: Document =
            serde_json::from_str(&text).map_err(|error| format!("`{name}` is no baseline: {error}"))?;
        if document.schema_version != SCHEMA_VERSION {
            let version = document.schema_version;
            return Err(format!("`{name}` has schema_version {version}, and only {SCHEMA_VERSION} can be read"));
        }
        let mut known: HashMap<String, HashMap<String, String>> = HashMap::new();
        for Entry { path, code, fingerprint, .. } in document.findings {
            known.entry(path).or_default().insert(fingerprint, code);
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
        // Of a file with too many findings, not all were compared.
        let complete = file.dropped == 0;
        let gone = |(fingerprint, code): &(&String, &String)| {
            complete && !found.contains(*fingerprint) && rules::find(code).is_none_or(&asked)
        };
        known.iter().filter(gone).count()
    }

    /// How many entries are for files that no longer exist.
    fn orphans(&self) -> impl Iterator<Item = (&str, usize)> {
        let lost = self.known.iter().filter(|(path, _)| *path != "-" && !self.folder.join(path).exists());
        lost.map(|(path, known)| (path.as_str(), known.len()))
    }

    /// What is to be said of entries that no finding has, if there are any; `stale` has their number by path.
    fn complaint(&self, stale: &BTreeMap<String, usize>) -> Option<String> {
        let mut stale: BTreeMap<&str, usize> = stale.iter().map(|(path, count)| (path.as_str(), *count)).collect();
        stale.extend(self.orphans());
        let sum: usize = stale.values().sum();
        let shown: Vec<String> = stale.iter().take(3).map(|(path, count)| format!("`{path}` {count}")).collect();
        let more = if stale.len() > shown.len() { ", ..." } else { "" };
        let (name, list) = (&self.name, shown.join(", "));
        let stale = counted(sum, "stale entry");
        let say = || format!("`{name}` has {stale} ({list}{more}); `--write-baseline {name}` drops them");
        (sum > 0).then(say)
    }
}

/// A list that is to be written.
struct NewBaseline {
    path: PathBuf,
    folder: PathBuf,
}

impl NewBaseline {
    /// For a file at this path.
    fn new(path: &Path) -> NewBaseline {
        NewBaseline { path: path.to_owned(), folder: folder_of(path) }
    }

    /// The entries of one file.
    fn entries(&self, input: &Input, file: &FileReport) -> Vec<Entry> {
        let path = input.relative_to(&self.folder);
        let entry = |finding: &crate::report::Finding| Entry {
            path: path.clone(),
            code: finding.rule.code.to_owned(),
            node: finding.location.node.clone(),
            message: finding.message.clone(),
            fingerprint: finding.identity.under(&path),
        };
        file.findings.iter().map(entry).collect()
    }

    /// Writes the list, sorted, an entry a line: changes are easy to read and to merge.
    fn write(&self, mut entries: Vec<Entry>) -> Result<(), String> {
        entries.sort();
        let mut text = format!("{{\n  \"schema_version\": {SCHEMA_VERSION},\n  \"findings\": [").into_bytes();
        for (i, entry) in entries.iter().enumerate() {
            text.extend_from_slice(if i == 0 { b"\n    " } else { b",\n    " });
            serde_json::to_writer(&mut text, entry).map_err(|error| error.to_string())?;
        }
        text.extend_from_slice(if entries.is_empty() { b"]\n}\n" } else { b"\n  ]\n}\n" });
        let mut pending = Pending::default();
        let written = pending.add_by(&self.path, |out| out.write_all(&text));
        let written = written.and_then(|()| pending.commit().map_err(|(_, error)| error));
        written.map_err(|error| format!("cannot write to `{}`: {error}", self.path.display()))
    }
}
