//! The model files that the paths on the command line name.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::{DirEntry, WalkBuilder};

use super::args::{ConfigArgs, FileArgs};
use super::config::Configs;
use super::default_command::command_names;
use super::gitignore::GitIgnores;
use super::glob::Globs;
use super::input::{Input, has_extension, is_dangling, is_xml, missing};
use super::{console, exit};
use crate::suggest;

/// Finds the files that the arguments name and the configurations do not exclude. Returns them with the configurations and
/// the exit code for paths that were not found; `None` if a configuration is invalid, which is reported. `stdin_name` is
/// the name of standard input.
pub(super) fn find_configured(
    args: &FileArgs,
    config: &ConfigArgs,
    stdin_name: Option<&str>,
) -> Option<(Vec<Input>, Configs, u8)> {
    let (mut inputs, mut code) = find(args);
    if let Some(name) = stdin_name {
        inputs.iter_mut().for_each(|input| input.name_stdin(name));
    }
    let found = inputs.len();
    let configs = Configs::load(config, &mut inputs).ok()?;
    if inputs.is_empty() && found > 0 {
        let places = listed_paths(args);
        console::error(&format!(
            "the configuration excludes all model files in {places}; `shapewright config` shows `include` and `exclude`"
        ));
        code = exit::USAGE;
    }
    Some((inputs, configs, code))
}

/// Models that no longer exist in the given directories, although a file with this suffix exists for each. Models that the
/// configuration excludes are omitted.
pub(super) fn missing_models(args: &FileArgs, config: &ConfigArgs, suffix: &str) -> Vec<Input> {
    let mut missing = Vec::new();
    for root in args.paths.iter().filter(|path| path.is_dir()) {
        let ignores = args.respect_gitignore.then(|| Arc::new(GitIgnores::new(root)));
        // What is not a regular file is no snapshot, whatever its name.
        let files = walker(root, ignores).build().flatten();
        for entry in files.filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file())) {
            let model = without_suffix(entry.path(), suffix)
                .filter(|model| has_model_extension(model) && model.symlink_metadata().is_err());
            missing.extend(model.as_deref().map(Input::walked));
        }
    }
    Input::share_folders(&mut missing);
    exclude(args, &mut missing);
    let mut seen = HashSet::new();
    missing.retain(|input| seen.insert(input.path().map(Path::to_owned)));
    // Problems of a configuration have already been reported.
    Configs::load(config, &mut missing).map(|_| missing).unwrap_or_default()
}

/// The path without a suffix such as `.shapes`; `None` if it does not end in it.
fn without_suffix(path: &Path, suffix: &str) -> Option<PathBuf> {
    let extension = path.extension()?.to_str()?;
    (Some(extension) == suffix.strip_prefix('.')).then(|| path.with_extension(""))
}

/// The paths, for a message.
fn listed_paths(args: &FileArgs) -> String {
    let shown: Vec<String> = args.paths.iter().take(3).map(|path| format!("`{}`", path.display())).collect();
    let more = if args.paths.len() > shown.len() { ", ..." } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// The files that the arguments name, in order and without duplicates, and the exit code for paths that were not found.
fn find(args: &FileArgs) -> (Vec<Input>, u8) {
    let mut inputs = Vec::new();
    let mut code = exit::OK;
    for path in &args.paths {
        match fs::metadata(path) {
            _ if path == Path::new("-") => inputs.push(Input::new(path)),
            Ok(meta) if meta.is_dir() => code = code.max(walk(path, args.respect_gitignore, &mut inputs)),
            Ok(_) => inputs.push(Input::new(path)),
            Err(error) => {
                let implied = args.implied && args.paths.first() == Some(path);
                let command =
                    (implied && error.kind() == io::ErrorKind::NotFound).then(|| misspelled_command(path)).flatten();
                console::error(&command.unwrap_or_else(|| missing(path, &error)));
                code = exit::USAGE;
            }
        }
    }
    let mut seen = HashSet::new();
    inputs.retain(|input| seen.insert(input.path().map(Path::to_owned)));
    let found = inputs.len();
    Input::share_folders(&mut inputs);
    exclude(args, &mut inputs);
    if inputs.is_empty() && found > 0 {
        console::error(&format!("`--exclude` excludes all model files in {}", listed_paths(args)));
        code = exit::USAGE;
    } else if inputs.is_empty() && code == exit::OK {
        console::error(&format!(
            "no model files in {}: directories are searched for .onnx, .onnxtxt, and .xml with <net> or <layer>",
            listed_paths(args)
        ));
        code = exit::USAGE;
    }
    (inputs, code)
}

/// Applies `--exclude` to the files that were found in directories.
fn exclude(args: &FileArgs, inputs: &mut Vec<Input>) {
    if args.exclude.is_empty() {
        return;
    }
    let here = std::env::current_dir().and_then(fs::canonicalize).unwrap_or_default();
    let mut patterns = Globs::default();
    patterns.extend(args.exclude.iter().cloned());
    inputs.retain(|input| !input.walked || !patterns.match_path(&input.relative_to(&here)));
}

/// Command names of other tools, with the command that does the same.
const ALIASES: [(&str, &str); 8] = [
    ("check", "lint"),
    ("validate", "lint"),
    ("verify", "lint"),
    ("infer", "shapes"),
    ("show", "print"),
    ("simplify", "fold"),
    ("optimize", "fold"),
    ("compare", "diff"),
];

/// The error message for a missing first path that may be a misspelled command.
fn misspelled_command(path: &Path) -> Option<String> {
    let (name, commands) = (path.display().to_string(), command_names());
    let known = ALIASES.iter().find(|(other, _)| *other == name).map(|(_, command)| *command);
    let command = known.or_else(|| suggest::nearest(&name, commands.iter().map(String::as_str)))?;
    Some(format!("`{name}` does not exist; did you mean the command `{command}`?"))
}

/// Adds the model files below a directory, sorted by name. Returns the exit code for entries that cannot be read.
fn walk(root: &Path, respect_gitignore: bool, inputs: &mut Vec<Input>) -> u8 {
    let mut code = exit::OK;
    let ignores = respect_gitignore.then(|| Arc::new(GitIgnores::new(root)));
    for entry in walker(root, ignores.clone()).build() {
        match entry {
            Ok(entry) if is_model(&entry) => inputs.push(Input::walked(entry.path())),
            Ok(_) => {}
            Err(error) => {
                console::error(&error.to_string());
                code = exit::USAGE;
            }
        }
    }
    let problems = ignores.map_or_else(Vec::new, |ignores| ignores.problems());
    problems.iter().for_each(|problem| console::warning(problem));
    code
}

/// Walks a directory in the order of names, without what git ignores.
fn walker(root: &Path, ignores: Option<Arc<GitIgnores>>) -> WalkBuilder {
    let mut walk = WalkBuilder::new(root);
    walk.standard_filters(false).hidden(true).sort_by_file_name(Ord::cmp);
    walk.filter_entry(move |entry| {
        is_searched(entry) && !ignores.as_ref().is_some_and(|ignores| ignores.ignores(entry))
    });
    walk
}

/// Whether an entry is searched: directories of dependencies and of build outputs are not.
fn is_searched(entry: &DirEntry) -> bool {
    let folder = entry.file_type().is_some_and(|t| t.is_dir());
    entry.depth() == 0 || !folder || !["node_modules", "target"].iter().any(|name| entry.file_name() == *name)
}

/// Whether a file has the extension of a model.
fn has_model_extension(path: &Path) -> bool {
    is_xml(path) || ["onnx", "onnxtxt"].iter().any(|known| has_extension(path, known))
}

/// Whether an entry is a model, without asking again what the directory says of it. A link to a file is a file: model caches
/// are full of them.
fn is_model(entry: &DirEntry) -> bool {
    let path = entry.path();
    if !has_model_extension(path) {
        return false;
    }
    let is_file = match entry.file_type() {
        Some(kind) if kind.is_symlink() && is_dangling(path) => return true,
        Some(kind) if kind.is_symlink() => path.is_file(),
        kind => kind.is_some_and(|kind| kind.is_file()),
    };
    is_file && (!is_xml(path) || contains_layers(path))
}

/// Whether the first 64 KiB of an XML file contain `<net` or `<layer`, in any encoding. Nearly always, the first line does.
fn contains_layers(path: &Path) -> bool {
    // An error is reported when the model is read.
    let Ok(mut file) = File::open(path) else { return true };
    let mut start = Vec::new();
    for more in [1 << 10, (1 << 16) - (1 << 10)] {
        if (&mut file).take(more).read_to_end(&mut start).is_err() {
            return true;
        }
        // UTF-16 and UTF-32 are ASCII with zeros in between.
        start.retain(|&b| b != 0);
        if contains_tag(&start, b"<net") || contains_tag(&start, b"<layer") {
            return true;
        }
    }
    false
}

fn contains_tag(text: &[u8], name: &[u8]) -> bool {
    let after = |rest: &[u8]| rest.first().is_some_and(|b| b.is_ascii_whitespace() || matches!(b, b'>' | b'/'));
    text.windows(name.len() + 1).any(|w| w.starts_with(name) && after(&w[name.len()..]))
}
