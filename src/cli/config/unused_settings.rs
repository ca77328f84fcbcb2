//! Settings for files or nodes that match none in a run over whole directories, often because of a misspelling.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::settings::node_name;
use super::{Config, Configs, Glob, SettingEntry};
use crate::cli::incomplete::is_incomplete;
use crate::cli::input::Input;
use crate::cli::suggestions::ClosestName;
use crate::graph::Model;

/// Which settings of a run have been used.
pub(crate) struct SettingUsage<'a> {
    configs: &'a Configs,
    /// For each configuration, which settings for nodes have matched one.
    matched: Vec<Vec<AtomicBool>>,
}

impl<'a> SettingUsage<'a> {
    /// Nothing has been used yet.
    pub(crate) fn new(configs: &'a Configs) -> SettingUsage<'a> {
        let matched =
            configs.all().iter().map(|config| config.entries.iter().map(|_| AtomicBool::new(false)).collect());
        SettingUsage { configs, matched: matched.collect() }
    }

    /// Marks the settings that match nodes of a file.
    pub(crate) fn visit(&self, input: &Input, model: &Model) {
        let position = self.configs.position(input);
        let found = position.and_then(|position| self.configs.all().get(position).zip(self.matched.get(position)));
        let Some((config, matched)) = found else { return };
        let path = input.relative_to(&config.folder);
        // The part that could not be read may contain the node.
        let incomplete = is_incomplete(model);
        let nodes = || model.graphs().flat_map(|graph| model.nodes_of(graph));
        for (entry, matched) in config.entries.iter().zip(matched) {
            let Some((files, names)) = entry.files.as_ref().zip(entry.nodes.as_ref()) else { continue };
            let new = !matched.load(Ordering::Relaxed) && files.matches(&path);
            if new && (incomplete || nodes().any(|node| names.matches_exactly(node_name(model, node)))) {
                matched.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Warnings about unused settings, after all files of these directories were checked.
    pub(crate) fn messages(&self, folders: &[PathBuf], inputs: &[Input]) -> Vec<String> {
        let roots: Vec<PathBuf> = folders.iter().filter_map(|folder| fs::canonicalize(folder).ok()).collect();
        let mut messages = Vec::new();
        for (position, (config, matched)) in self.configs.all().iter().zip(&self.matched).enumerate() {
            let own = inputs.iter().filter(|input| self.configs.position(input) == Some(position));
            let paths: Vec<String> = own.map(|input| input.relative_to(&config.folder)).collect();
            for (entry, matched) in config.entries.iter().zip(matched) {
                let Some(files) = entry.files.as_ref().filter(|files| is_covered(files, config, &roots)) else {
                    continue;
                };
                let why = unused_reason(entry, files, &paths, matched.load(Ordering::Relaxed));
                let why = why.filter(|_| !config.folder.join(files.text()).exists() || entry.nodes.is_some());
                messages.extend(why.map(|why| format!("{}:{}: `{}` {why}", config.name, entry.line, entry.key)));
            }
        }
        messages
    }
}

/// Why a setting is unused, if it is.
fn unused_reason(entry: &SettingEntry, files: &Glob, paths: &[String], matched: bool) -> Option<String> {
    let any = paths.iter().any(|path| files.matches(path));
    let (files, nodes) = (files.text(), entry.nodes.as_ref().map(Glob::text));
    match nodes {
        _ if !any => {
            let name = |path: &'_ str| path.rsplit('/').next().unwrap_or(path).to_owned();
            let known: Vec<String> =
                paths.iter().map(|path| if files.contains('/') { path.clone() } else { name(path) }).collect();
            let near = ClosestName::among(files, known.iter().map(String::as_str)).suggestion("");
            Some(format!("is unused: `{files}` matches no checked file{near}"))
        }
        Some(nodes) if !matched => Some(format!("is unused: `{nodes}` matches no node of `{files}`")),
        _ => None,
    }
}

/// Whether every file that a pattern can match is in one of the directories.
fn is_covered(files: &Glob, config: &Config, roots: &[PathBuf]) -> bool {
    let fixed = |part: &Component<'_>| !part.as_os_str().to_string_lossy().contains(['*', '?', '[', '{', '\\']);
    let parts = Path::new(files.text()).parent().unwrap_or(Path::new("")).components();
    let base: PathBuf = parts.take_while(fixed).collect();
    let outside = base.components().any(|part| part == Component::ParentDir);
    !outside && roots.iter().any(|root| config.folder.join(&base).starts_with(root))
}
