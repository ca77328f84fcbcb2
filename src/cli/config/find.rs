//! The search for configurations: the nearest one in the directories above a file.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::{Config, schema};
use crate::cli::args::ConfigArgs;
use crate::cli::console;
use crate::cli::input::Input;
use crate::ops::OperatorDef;
use crate::options::AnalysisOptions;
use crate::source::read_text;

/// Names of configuration files. In one directory, the first one that exists is used.
const NAMES: [&str; 3] = ["shapewright.toml", ".shapewright.toml", PYPROJECT];

/// The file of Python projects, which contains the configuration of many tools.
const PYPROJECT: &str = "pyproject.toml";

/// The longest configuration: what is made of an operator or a dimension takes more than a hundred times its bytes.
const LONGEST: u64 = 256 << 10;

/// Why a configuration cannot be used: messages, most with a location in the file.
pub(crate) type Problems = Vec<String>;

/// Reports the problems.
fn say(problems: Problems) {
    problems.iter().for_each(|problem| console::error(problem));
}

/// The configurations of a run.
#[derive(Default)]
pub(crate) struct Configs {
    all: Vec<Config>,
    /// The index of the configuration for a directory.
    by_folder: HashMap<PathBuf, Option<usize>>,
    /// The index of the configuration for all directories, if `--config` names one.
    global: Option<usize>,
    /// The bytes of the patterns of all.
    pattern_bytes: usize,
}

impl Configs {
    /// Loads the configurations of these inputs, and removes the inputs that were found in a directory and are excluded.
    ///
    /// # Errors
    /// One cannot be read or is invalid, which is reported.
    pub(crate) fn load(args: &ConfigArgs, inputs: &mut Vec<Input>) -> Result<Configs, ()> {
        Configs::try_load(args, inputs).map_err(say)
    }

    /// The same, without reporting the problems.
    ///
    /// # Errors
    /// The problems of a configuration.
    pub(crate) fn try_load(args: &ConfigArgs, inputs: &mut Vec<Input>) -> Result<Configs, Problems> {
        let mut configs = Configs::default();
        match &args.config {
            _ if args.isolated => return Ok(configs),
            Some(path) => {
                configs.all.push(read_named(path, &mut configs.pattern_bytes)?);
                configs.global = Some(0);
            }
            None => {
                for input in inputs.iter() {
                    configs.find(input.folder())?;
                }
            }
        }
        inputs.retain(|input| !input.walked || configs.get(input).is_none_or(|config| config.includes(input)));
        Ok(configs)
    }

    /// Loads the configuration of one directory.
    pub(super) fn load_for(args: &ConfigArgs, folder: &Path) -> Result<Option<Config>, ()> {
        let mut configs = Configs::default();
        match &args.config {
            _ if args.isolated => return Ok(None),
            Some(path) => configs.all.push(read_named(path, &mut configs.pattern_bytes).map_err(say)?),
            None => configs.find(folder).map_err(say)?,
        }
        Ok(configs.all.pop())
    }

    /// All of them.
    pub(crate) fn all(&self) -> &[Config] {
        &self.all
    }

    /// The index of the configuration of an input.
    pub(crate) fn position(&self, input: &Input) -> Option<usize> {
        // Without any configuration, the directory is not looked up.
        let found = || self.by_folder.get(input.folder()).copied().flatten();
        self.global.or_else(|| if self.by_folder.is_empty() { None } else { found() })
    }

    /// The configuration of an input.
    pub(crate) fn get(&self, input: &Input) -> Option<&Config> {
        self.position(input).and_then(|position| self.all.get(position))
    }

    /// The files that decide the settings of an input: its configuration and baseline, and every file nearer to it that
    /// would be its configuration, or was before it was removed.
    pub(crate) fn files_of(&self, input: &Input) -> Vec<PathBuf> {
        let config = self.get(input);
        let mut files: Vec<PathBuf> = config.map(|config| config.path().to_owned()).into_iter().collect();
        files.extend(config.and_then(|config| config.baseline.clone()));
        let folder = input.folder();
        if !self.by_folder.contains_key(folder) {
            return files;
        }
        for above in folder.ancestors() {
            files.extend(NAMES.iter().filter(|name| **name != PYPROJECT).map(|name| above.join(name)));
            if config.is_some_and(|config| config.folder == above) {
                break;
            }
        }
        files
    }

    /// Adds the configured settings of an input, except for expected types, which only `lint` uses.
    pub(crate) fn extend(&self, options: &mut AnalysisOptions, input: &Input) {
        if let Some(config) = self.get(input) {
            config.extend(options, input);
            options.expect.clear();
        }
    }

    /// The operators that the configuration of an input describes.
    pub(crate) fn operators(&self, input: &Input) -> Vec<Arc<OperatorDef>> {
        self.get(input).map_or_else(Vec::new, |config| config.operators.clone())
    }

    /// Searches a directory and its ancestors.
    fn find(&mut self, folder: &Path) -> Result<(), Problems> {
        let mut passed = Vec::new();
        let mut found = None;
        for above in folder.ancestors() {
            if let Some(known) = self.by_folder.get(above) {
                found = *known;
                break;
            }
            passed.push(above.to_owned());
            if let Some(config) = in_folder(above, &mut self.pattern_bytes)? {
                self.all.push(config);
                found = Some(self.all.len() - 1);
                break;
            }
        }
        self.by_folder.extend(passed.into_iter().map(|folder| (folder, found)));
        Ok(())
    }
}

impl Config {
    /// The configuration file.
    pub(crate) fn path(&self) -> &Path {
        Path::new(&self.name)
    }

    /// Whether a file that was found in a directory is checked.
    fn includes(&self, input: &Input) -> bool {
        let path = input.relative_to(&self.folder);
        (self.include.is_empty() || self.include.match_path(&path)) && !self.exclude.match_path(&path)
    }
}

/// The configuration in a directory, if there is one.
fn in_folder(folder: &Path, pattern_bytes: &mut usize) -> Result<Option<Config>, Problems> {
    for name in NAMES {
        let path = folder.join(name);
        if !path.is_file() {
            // What other tools make of a `pyproject.toml` is their concern.
            if name != PYPROJECT && path.symlink_metadata().is_ok() {
                return Err(vec![not_a_file(&path)]);
            }
        } else if let Some(config) = read(&shown(&path), &path, pattern_bytes)? {
            return Ok(Some(config));
        }
    }
    Ok(None)
}

/// The error message for a configuration that is a directory, a pipe, a device, or a link to one or to nothing.
fn not_a_file(path: &Path) -> String {
    let name = shown(path);
    format!("the configuration `{name}` is not a regular file; remove it, or ignore configurations with `--isolated`")
}

/// The configuration that `--config` names.
fn read_named(path: &Path, pattern_bytes: &mut usize) -> Result<Config, Problems> {
    let name = path.display().to_string();
    read(&name, path, pattern_bytes)?.ok_or_else(|| vec![format!("`{name}` has no table [tool.shapewright]")])
}

/// Reads a file; `None` for a `pyproject.toml` without the table `[tool.shapewright]`. Adds the bytes of its patterns.
fn read(name: &str, path: &Path, pattern_bytes: &mut usize) -> Result<Option<Config>, Problems> {
    let text =
        read_text(path, LONGEST).map_err(|error| vec![format!("cannot read the configuration `{name}`: {error}")])?;
    let python = path.file_name().is_some_and(|file| file == PYPROJECT);
    // Other problems of such a file are not reported.
    if python && !text.contains("shapewright") {
        return Ok(None);
    }
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let root = DeTable::parse(&text).map_err(|error| {
        let at = crate::source::LineIndex::new(text.as_bytes()).locate(error.span().map_or(0, |s| s.start) as u64);
        let message = error.message().trim_end_matches(", expected nothing");
        vec![format!("{name}:{}:{}: {message}", at.line, at.column)]
    })?;
    let root = DeValue::Table(root.into_inner());
    let table = if python { root.get("tool").and_then(|tool| tool.get_ref().get("shapewright")) } else { None };
    let table = match (python, table) {
        (true, None) => return Ok(None),
        (true, Some(table)) => table.get_ref(),
        (false, _) => &root,
    };
    let Some(table) = table.as_table() else {
        return Err(vec![format!("{name}: `tool.shapewright` must be a table")]);
    };
    schema::read(name, &folder, &text, table, pattern_bytes).map(Some)
}

/// A path in messages: relative if it is below the working directory.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().and_then(fs::canonicalize);
    let short = here.ok().and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned));
    short.as_deref().unwrap_or(path).display().to_string()
}
