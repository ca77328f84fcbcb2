//! The model files that the paths on the command line name.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use ignore::{DirEntry, WalkBuilder};

use super::args::{ConfigArgs, FileArgs};
use super::config::Configs;
use super::default_command::command_names;
use super::input::{Input, has_extension, is_dangling, is_xml, missing};
use super::{console, exit};
use crate::suggest;

/// The files that the paths name without those that configuration leaves out, the configurations, and the exit code of
/// what could not be found; `None` if a configuration is wrong, which is said. `called` is the name of standard input.
pub(super) fn find_configured(
    args: &FileArgs,
    config: &ConfigArgs,
    called: Option<&str>,
) -> Option<(Vec<Input>, Configs, u8)> {
    let (mut inputs, mut code) = find(args);
    if let Some(name) = called {
        inputs.iter_mut().for_each(|input| input.call_stdin(name));
    }
    let found = inputs.len();
    let configs = Configs::load(config, &mut inputs).ok()?;
    if inputs.is_empty() && found > 0 {
        let places = places(args);
        console::error(&format!(
            "the configuration leaves out all model files in {places}; `shapewright config` shows `include` and `exclude`"
        ));
        code = exit::USAGE;
    }
    Some((inputs, configs, code))
}

/// Models that are gone from the directories among the paths, though the file that stands beside each, called the same
/// with this behind, is there. Those that configuration leaves out are not told.
pub(super) fn gone(args: &FileArgs, config: &ConfigArgs, ending: &str) -> Vec<Input> {
    let mut gone = Vec::new();
    for root in args.paths.iter().filter(|path| path.is_dir()) {
        for entry in walker(root, args.respect_gitignore).build().flatten() {
            let model = entry.path().to_str().and_then(|path| path.strip_suffix(ending)).map(Path::new);
            gone.extend(
                model.filter(|model| may_be_model(model) && model.symlink_metadata().is_err()).map(Input::walked),
            );
        }
    }
    let mut seen = HashSet::new();
    gone.retain(|input| seen.insert(input.name.clone()));
    // What is wrong with a configuration has been said before.
    Configs::load(config, &mut gone).map(|_| gone).unwrap_or_default()
}

/// The paths in words.
fn places(args: &FileArgs) -> String {
    let shown: Vec<String> = args.paths.iter().take(3).map(|path| format!("`{}`", path.display())).collect();
    let more = if args.paths.len() > shown.len() { ", ..." } else { "" };
    format!("{}{more}", shown.join(", "))
}

/// The files that the paths name, in order and each once, and the exit code of what could not be found.
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
                    (implied && error.kind() == io::ErrorKind::NotFound).then(|| meant_command(path)).flatten();
                console::error(&command.unwrap_or_else(|| missing(path, &error)));
                code = exit::USAGE;
            }
        }
    }
    let mut seen = HashSet::new();
    inputs.retain(|input| seen.insert(input.name.clone()));
    if inputs.is_empty() && code == exit::OK {
        console::error(&format!(
            "no model files in {}: a directory is walked for .onnx, .onnxtxt, and .xml holding <net> or <layer>",
            places(args)
        ));
        code = exit::USAGE;
    }
    (inputs, code)
}

/// What other tools call what a command does.
const WORDS: [(&str, &str); 8] = [
    ("check", "lint"),
    ("validate", "lint"),
    ("verify", "lint"),
    ("infer", "shapes"),
    ("show", "print"),
    ("simplify", "fold"),
    ("optimize", "fold"),
    ("compare", "diff"),
];

/// What to say of a first path that does not exist, if it may be a misspelled command.
fn meant_command(path: &Path) -> Option<String> {
    let (name, commands) = (path.display().to_string(), command_names());
    let known = WORDS.iter().find(|(other, _)| *other == name).map(|(_, command)| *command);
    let command = known.or_else(|| suggest::nearest(&name, commands.iter().map(String::as_str)))?;
    Some(format!("`{name}` does not exist; did you mean the command `{command}`?"))
}

/// Adds the model files below a directory, in the order of their names.
fn walk(root: &Path, respect_gitignore: bool, inputs: &mut Vec<Input>) -> u8 {
    let mut code = exit::OK;
    for entry in walker(root, respect_gitignore).build() {
        match entry {
            Ok(entry) if is_model(entry.path()) => inputs.push(Input::walked(entry.path())),
            Ok(_) => {}
            Err(error) => {
                console::error(&error.to_string());
                code = exit::USAGE;
            }
        }
    }
    code
}

/// A walk in the order of names.
fn walker(root: &Path, respect_gitignore: bool) -> WalkBuilder {
    let mut walk = WalkBuilder::new(root);
    walk.standard_filters(false).hidden(true).sort_by_file_name(Ord::cmp).filter_entry(is_wanted);
    if respect_gitignore {
        walk.git_ignore(true).git_exclude(true).git_global(true).parents(true).require_git(false);
    }
    walk
}

/// Folders that hold other people's files, or built ones.
fn is_wanted(entry: &DirEntry) -> bool {
    let folder = entry.file_type().is_some_and(|t| t.is_dir());
    entry.depth() == 0 || !folder || !["node_modules", "target"].iter().any(|name| entry.file_name() == *name)
}

/// Whether a file is called as models are.
fn may_be_model(path: &Path) -> bool {
    is_xml(path) || ["onnx", "onnxtxt"].iter().any(|known| has_extension(path, known))
}

fn is_model(path: &Path) -> bool {
    // A link to a file is a file: model caches are full of them.
    may_be_model(path) && (is_dangling(path) || path.is_file() && (!is_xml(path) || holds_layers(path)))
}

/// Whether the first part of an XML file has a `<net>` or a `<layer>`, in whatever encoding.
fn holds_layers(path: &Path) -> bool {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(1 << 16).read_to_end(&mut start));
    // What cannot be read is reported when it is read.
    if read.is_err() {
        return true;
    }
    // UTF-16 and UTF-32 are ASCII with zeros in between.
    start.retain(|&b| b != 0);
    let tag = |name: &[u8]| {
        let after = |rest: &[u8]| rest.first().is_some_and(|b| b.is_ascii_whitespace() || matches!(b, b'>' | b'/'));
        start.windows(name.len() + 1).any(|w| w.starts_with(name) && after(&w[name.len()..]))
    };
    tag(b"<net") || tag(b"<layer")
}
