//! Settings for files or nodes that match none in a run over whole directories, often because of a misspelling.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::settings::node_name;
use super::{Config, Configs, SettingEntry};
use crate::cli::incomplete::is_incomplete;
use crate::cli::input::Input;
use crate::cli::path_key::path_key;
use crate::cli::suggestions::ClosestName;
use crate::graph::Model;

/// How many messages suggest a name, for which a pattern is compared with every file.
const MAX_SUGGESTIONS: usize = 20;

/// Which settings of a run have been used.
pub(crate) struct SettingUsage<'a> {
    configs: &'a Configs,
    /// For each configuration, whether the settings for nodes, by their patterns, have matched one.
    matched: Vec<HashMap<(usize, usize), AtomicBool>>,
}

impl<'a> SettingUsage<'a> {
    /// Nothing has been used yet.
    pub(crate) fn new(configs: &'a Configs) -> SettingUsage<'a> {
        let unused = |config: &Config| config.node_ignores.keys().map(|both| (*both, AtomicBool::new(false))).collect();
        SettingUsage { configs, matched: configs.all().iter().map(unused).collect() }
    }

    /// Marks the settings that match nodes of a file.
    pub(crate) fn visit(&self, input: &Input, model: &Model) {
        let position = self.configs.position(input);
        let found = position.and_then(|position| self.configs.all().get(position).zip(self.matched.get(position)));
        let Some((config, matched)) = found.filter(|(_, matched)| !matched.is_empty()) else { return };
        let files = config.files_matching(input);
        // The part that could not be read may contain the node.
        if is_incomplete(model) {
            let maybe = matched.iter().filter(|((pattern, _), _)| files.contains(pattern));
            maybe.for_each(|(_, matched)| matched.store(true, Ordering::Relaxed));
            return;
        }
        // Where the patterns for files match, those for nodes are tried once for each node.
        let mut waiting: HashMap<usize, Vec<&AtomicBool>> = HashMap::new();
        for ((_, nodes), matched) in matched.iter().filter(|((pattern, _), _)| files.contains(pattern)) {
            if !matched.load(Ordering::Relaxed) {
                waiting.entry(*nodes).or_default().push(matched);
            }
        }
        for node in model.graphs().flat_map(|graph| model.nodes_of(graph)) {
            if waiting.is_empty() {
                break;
            }
            for nodes in config.nodes.matching_name(node_name(model, node)) {
                let used = waiting.remove(&nodes).unwrap_or_default();
                used.iter().for_each(|matched| matched.store(true, Ordering::Relaxed));
            }
        }
    }

    /// Warnings about unused settings, after all files of these directories were checked.
    pub(crate) fn messages(&self, folders: &[PathBuf], inputs: &[Input]) -> Vec<String> {
        let roots = Roots::new(folders.iter().filter_map(|folder| fs::canonicalize(folder).ok()));
        let mut files: Vec<Files<'_>> = self.configs.all().iter().map(Files::new).collect();
        for input in inputs {
            let files = self.configs.position(input).and_then(|position| files.get_mut(position));
            files.into_iter().for_each(|files| files.add(input));
        }
        let mut messages = Vec::new();
        for (files, matched) in files.iter().zip(&self.matched) {
            for entry in &files.config.entries {
                let suggest = messages.len() < MAX_SUGGESTIONS;
                let pattern = entry.files.filter(|pattern| files.is_covered(*pattern, &roots));
                let why = pattern.and_then(|pattern| files.unused_reason(entry, pattern, matched, suggest));
                messages.extend(why.map(|why| format!("{}:{}: `{}` {why}", files.config.name, entry.line, entry.key)));
            }
        }
        messages
    }
}

/// Checked directories.
struct Roots {
    folders: HashSet<PathBuf>,
    /// The most parts that one has.
    deepest: usize,
}

impl Roots {
    fn new(folders: impl Iterator<Item = PathBuf>) -> Roots {
        let folders: HashSet<PathBuf> = folders.collect();
        let deepest = folders.iter().map(|folder| folder.components().count()).max().unwrap_or(0);
        Roots { folders, deepest }
    }

    /// Whether a path is one of them or below one. Its deeper parts are not looked at: a pattern may have very many.
    fn contain(&self, path: &Path) -> bool {
        let start: PathBuf = path.components().take(self.deepest).collect();
        start.ancestors().any(|above| self.folders.contains(above))
    }
}

/// The checked files of a configuration.
struct Files<'a> {
    config: &'a Config,
    paths: Vec<String>,
    /// The patterns that match one.
    matching: HashSet<usize>,
}

impl<'a> Files<'a> {
    fn new(config: &'a Config) -> Files<'a> {
        Files { config, paths: Vec::new(), matching: HashSet::new() }
    }

    fn add(&mut self, input: &Input) {
        self.paths.push(path_key(&input.relative_to(&self.config.folder)));
        self.matching.extend(self.config.files_matching(input));
    }

    /// Why a setting with this pattern for files is unused, if it is. `matched` are the settings for nodes.
    fn unused_reason(
        &self,
        entry: &SettingEntry,
        pattern: usize,
        matched: &HashMap<(usize, usize), AtomicBool>,
        suggest: bool,
    ) -> Option<String> {
        let text = self.config.files.text(pattern);
        if self.matching.contains(&pattern) {
            let nodes = entry.nodes.filter(|nodes| {
                matched.get(&(pattern, *nodes)).is_some_and(|matched| !matched.load(Ordering::Relaxed))
            })?;
            return Some(format!("is unused: `{}` matches no node of `{text}`", self.config.nodes.text(nodes)));
        }
        if entry.nodes.is_none() && self.config.folder.join(text).exists() {
            return None;
        }
        let near = if suggest { self.nearest(text).suggestion("") } else { String::new() };
        Some(format!("is unused: `{text}` matches no checked file{near}"))
    }

    /// The path that is closest to a pattern, or the name if the pattern has no directories.
    fn nearest(&self, pattern: &str) -> ClosestName {
        let known = self.paths.iter().map(|path| match path.rsplit_once('/') {
            Some((_, name)) if !pattern.contains('/') => name,
            _ => path,
        });
        ClosestName::among(pattern, known)
    }

    /// Whether every file that a pattern can match is in one of the directories.
    fn is_covered(&self, pattern: usize, roots: &Roots) -> bool {
        let fixed = |part: &Component<'_>| !part.as_os_str().to_string_lossy().contains(['*', '?', '[', '{', '\\']);
        let parts = Path::new(self.config.files.text(pattern)).parent().unwrap_or(Path::new("")).components();
        let base: PathBuf = parts.take_while(fixed).collect();
        let outside = base.components().any(|part| part == Component::ParentDir);
        !outside && roots.contain(&self.config.folder.join(base))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_contain_what_is_below_them() {
        let roots = Roots::new(["/r/m", "/r/n/o"].map(PathBuf::from).into_iter());
        for (path, is_below) in
            [("/r/m", true), ("/r/m/a/b", true), ("/r/n/o/a", true), ("/r/n", false), ("/r/m2", false), ("/", false)]
        {
            assert_eq!(roots.contain(Path::new(path)), is_below, "{path}");
        }
        assert!(!Roots::new(std::iter::empty()).contain(Path::new("/r")));
        let deep = "a/".repeat(1_000_000);
        assert!(roots.contain(&Path::new("/r/m").join(&deep)) && !roots.contain(&Path::new("/r/x").join(deep)));
    }
}
