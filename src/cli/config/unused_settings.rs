//! Settings for files or nodes that a run over whole folders does not meet: mostly a name is misspelt.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use super::settings::node_name;
use super::{Config, Configs, Glob, SettingEntry};
use crate::cli::incomplete::is_cut;
use crate::cli::input::Input;
use crate::cli::suggestions::Near;
use crate::graph::Model;

/// What the settings of a run have met.
pub(crate) struct SettingUsage<'a> {
    configs: &'a Configs,
    /// Of each configuration, which settings for nodes have met one.
    nodes: Vec<Vec<AtomicBool>>,
}

impl<'a> SettingUsage<'a> {
    /// Nothing yet.
    pub(crate) fn new(configs: &'a Configs) -> SettingUsage<'a> {
        let nodes = configs.all().iter().map(|config| config.spoken.iter().map(|_| AtomicBool::new(false)).collect());
        SettingUsage { configs, nodes: nodes.collect() }
    }

    /// Takes note of the nodes of a file.
    pub(crate) fn see(&self, input: &Input, model: &Model) {
        let position = self.configs.position(input);
        let found = position.and_then(|position| self.configs.all().get(position).zip(self.nodes.get(position)));
        let Some((config, met)) = found else { return };
        let path = input.relative_to(&config.folder);
        // What could not be read may hold the node.
        let cut = is_cut(model);
        let nodes = || model.graphs().flat_map(|graph| model.nodes_of(graph));
        for (said, met) in config.spoken.iter().zip(met) {
            let Some((files, names)) = said.only.as_ref().zip(said.nodes.as_ref()) else { continue };
            let new = !met.load(Ordering::Relaxed) && files.holds(&path);
            if new && (cut || nodes().any(|node| names.is(node_name(model, node)))) {
                met.store(true, Ordering::Relaxed);
            }
        }
    }

    /// What to say of settings in vain, when all files of these folders were checked.
    pub(crate) fn complaints(&self, folders: &[PathBuf], inputs: &[Input]) -> Vec<String> {
        let roots: Vec<PathBuf> = folders.iter().filter_map(|folder| fs::canonicalize(folder).ok()).collect();
        let mut complaints = Vec::new();
        for (position, (config, met)) in self.configs.all().iter().zip(&self.nodes).enumerate() {
            let own = inputs.iter().filter(|input| self.configs.position(input) == Some(position));
            let paths: Vec<String> = own.map(|input| input.relative_to(&config.folder)).collect();
            for (said, met) in config.spoken.iter().zip(met) {
                let Some(files) = said.only.as_ref().filter(|files| reaches(files, config, &roots)) else { continue };
                let why = why(said, files, &paths, met.load(Ordering::Relaxed));
                let why = why.filter(|_| !config.folder.join(files.text()).exists() || said.nodes.is_some());
                complaints.extend(why.map(|why| format!("{}:{}: `{}` {why}", config.name, said.line, said.key)));
            }
        }
        complaints
    }
}

/// Why a setting is in vain, if it is.
fn why(said: &SettingEntry, files: &Glob, paths: &[String], met: bool) -> Option<String> {
    let holds = paths.iter().any(|path| files.holds(path));
    let (files, nodes) = (files.text(), said.nodes.as_ref().map(Glob::text));
    match nodes {
        _ if !holds => {
            let name = |path: &'_ str| path.rsplit('/').next().unwrap_or(path).to_owned();
            let known: Vec<String> =
                paths.iter().map(|path| if files.contains('/') { path.clone() } else { name(path) }).collect();
            let near = Near::of(files, known.iter().map(String::as_str)).suggestion("");
            Some(format!("is in vain: `{files}` is no file that is checked{near}"))
        }
        Some(nodes) if !met => Some(format!("is in vain: no node of `{files}` is `{nodes}`")),
        _ => None,
    }
}

/// Whether every file that a pattern may hold is in one of the folders.
fn reaches(files: &Glob, config: &Config, roots: &[PathBuf]) -> bool {
    let fixed = |part: &Component<'_>| !part.as_os_str().to_string_lossy().contains(['*', '?', '[', '{', '\\']);
    let parts = Path::new(files.text()).parent().unwrap_or(Path::new("")).components();
    let base: PathBuf = parts.take_while(fixed).collect();
    let outside = base.components().any(|part| part == Component::ParentDir);
    !outside && roots.iter().any(|root| config.folder.join(&base).starts_with(root))
}
