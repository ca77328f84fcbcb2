//! Paths on the command line, and the files behind them.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use ignore::{DirEntry, WalkBuilder};

use super::args::{self, ConfigArgs, FileArgs};
use super::config::Configs;
use super::output_conflicts::same;
use super::stdin::Stdin;
use super::{complain, exit};
use crate::format::options::ReadOptions;
use crate::graph::Model;
use crate::source::{OpenError, Source};
use crate::suggest;

/// One file to read.
#[derive(Debug)]
pub(super) struct Input {
    /// What reports call it: the path as given, with `/` on every system.
    pub(super) name: String,
    /// Where it is; `None` is standard input.
    path: Option<PathBuf>,
    /// Where standard input would be, if it was a file.
    called: Option<PathBuf>,
    stdin: Stdin,
    /// Whether a walk of a folder found it, so that nobody named it.
    pub(super) walked: bool,
}

impl Input {
    /// A path as given; `-` is standard input.
    pub(super) fn new(path: &Path) -> Input {
        let name = path.display().to_string();
        let name = if cfg!(windows) { name.replace('\\', "/") } else { name };
        let path = (path != Path::new("-")).then(|| path.to_owned());
        Input { name, path, called: None, stdin: Stdin::default(), walked: false }
    }

    /// Gives standard input the name of a file: reports call it so, and what is said of that file holds for it.
    fn call_stdin(&mut self, name: &str) {
        if self.is_stdin() {
            let place = Path::new(name);
            *self = Input { path: None, called: Some(place.to_owned()), ..Input::new(place) };
        }
    }

    /// Whether it is standard input.
    pub(super) fn is_stdin(&self) -> bool {
        self.path.is_none()
    }

    /// Where it is, or would be.
    fn place(&self) -> Option<&Path> {
        self.path.as_deref().or(self.called.as_deref())
    }

    /// A path that a walk of a folder gave.
    fn walked(path: &Path) -> Input {
        Input { walked: true, ..Input::new(path) }
    }

    /// Whether there is a file to read; else what to say.
    pub(super) fn check(&self) -> Result<(), String> {
        match self.path.as_deref().map(|path| (path, fs::metadata(path))) {
            Some((path, Err(error))) => Err(missing(path, &error, false)),
            Some((path, Ok(meta))) if meta.is_dir() => Err(format!("`{}` is a directory; name a file", path.display())),
            _ => Ok(()),
        }
    }

    /// Whether a path is this file, or its weights.
    pub(super) fn is(&self, path: &Path) -> bool {
        self.place().is_some_and(|own| same(own, path)) || self.weights().is_some_and(|own| same(&own, path))
    }

    /// The file that IR has its weights in, by its name.
    pub(super) fn weights(&self) -> Option<PathBuf> {
        self.place().filter(|path| is_xml(path)).map(|path| path.with_extension("bin"))
    }

    /// Whether other files may hold data of it, and its name says nothing of which.
    pub(super) fn may_have_data(&self) -> bool {
        self.place().is_none_or(|path| !is_xml(path))
    }

    /// The file beside it that is called the same with this behind; `None` for standard input.
    pub(super) fn beside(&self, ending: &str) -> Option<PathBuf> {
        let mut path = self.path.clone()?.into_os_string();
        path.push(ending);
        Some(path.into())
    }

    /// The folder that the file is in, as the system knows it: of a link the folder that holds the link. For standard
    /// input that of the file that it is called by, or the working directory.
    pub(super) fn folder(&self) -> PathBuf {
        real(self.place().and_then(Path::parent).unwrap_or(Path::new(".")))
    }

    /// The path from a folder to the file, with `/` on every system; `-` for standard input.
    pub(super) fn relative_to(&self, folder: &Path) -> String {
        let name = self.place().and_then(Path::file_name);
        let Some(name) = name else { return self.name.clone() };
        let own = self.folder().join(name);
        let common = own.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
        if common == 0 {
            return self.name.clone();
        }
        let up = folder.components().skip(common).map(|_| Component::ParentDir);
        let path: PathBuf = up.chain(own.components().skip(common)).collect();
        let parts: Vec<_> = path.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        parts.join("/")
    }

    /// Reads the model.
    pub(super) fn read(&self, options: &ReadOptions) -> Result<Model, OpenError> {
        let Some(path) = &self.path else {
            return self.of_stdin(self.stdin.read(), options);
        };
        Model::open(path, options).map_err(|error| match fs::read_link(path) {
            Ok(to) if is_dangling(path) => {
                let why = format!("it is a symbolic link to `{}`: {}", to.display(), error.source);
                OpenError { source: io::Error::new(error.source.kind(), why), ..error }
            }
            _ => error,
        })
    }

    /// Reads the model for a look at it, before it is read for good.
    pub(super) fn peek(&self, options: &ReadOptions) -> Result<Model, OpenError> {
        match self.is_stdin() {
            true => self.of_stdin(self.stdin.peek(), options),
            false => self.read(options),
        }
    }

    fn of_stdin(&self, bytes: io::Result<Vec<u8>>, options: &ReadOptions) -> Result<Model, OpenError> {
        let bytes = bytes.map_err(|source| OpenError { path: self.name.clone(), source })?;
        let source = Source::from_bytes(&self.name, bytes);
        let source = self.called.iter().fold(source, |source, place| source.placed(place));
        Ok(Model::read(source, options))
    }
}

/// A folder as the system knows it; of one that does not exist, behind the nearest above it that does.
fn real(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let known = absolute.ancestors().find_map(|above| Some((fs::canonicalize(above).ok()?, above)));
    match known.and_then(|(known, above)| Some((known, absolute.strip_prefix(above).ok()?))) {
        Some((known, rest)) if rest.as_os_str().is_empty() => known,
        Some((known, rest)) => known.join(rest),
        None => absolute,
    }
}

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
        complain(&format!(
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
                complain(&missing(path, &error, args.implied && args.paths.first() == Some(path)));
                code = exit::USAGE;
            }
        }
    }
    let mut seen = HashSet::new();
    inputs.retain(|input| seen.insert(input.name.clone()));
    if inputs.is_empty() && code == exit::OK {
        complain(&format!(
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

/// What to say of a path; `word` if it may be a command that is misspelt.
fn missing(path: &Path, error: &io::Error, word: bool) -> String {
    let name = path.display().to_string();
    if error.kind() != io::ErrorKind::NotFound {
        return format!("cannot read `{name}`: {error}");
    }
    let commands = if word { args::command_names() } else { Vec::new() };
    let meant = WORDS.iter().find(|(other, _)| word && *other == name).map(|(_, command)| *command);
    match meant.or_else(|| suggest::nearest(&name, commands.iter().map(String::as_str))) {
        Some(command) => format!("`{name}` does not exist; did you mean the command `{command}`?"),
        None => format!("`{name}` does not exist; name a model file, or a directory to walk"),
    }
}

/// Adds the model files below a directory, in the order of their names.
fn walk(root: &Path, respect_gitignore: bool, inputs: &mut Vec<Input>) -> u8 {
    let mut code = exit::OK;
    for entry in walker(root, respect_gitignore).build() {
        match entry {
            Ok(entry) if is_model(entry.path()) => inputs.push(Input::walked(entry.path())),
            Ok(_) => {}
            Err(error) => {
                complain(&error.to_string());
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

fn is_xml(path: &Path) -> bool {
    has_extension(path, "xml")
}

fn has_extension(path: &Path, known: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(known))
}

fn is_model(path: &Path) -> bool {
    // A link to a file is a file: model caches are full of them.
    may_be_model(path) && (is_dangling(path) || path.is_file() && (!is_xml(path) || holds_layers(path)))
}

/// Whether it is a link to nothing: a model that is missing, which is reported when it is read.
fn is_dangling(path: &Path) -> bool {
    path.is_symlink() && fs::metadata(path).is_err()
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
