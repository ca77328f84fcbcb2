//! Paths on the command line, and the files behind them.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use ignore::{DirEntry, WalkBuilder};

use super::args::{self, ConfigArgs, FileArgs};
use super::config::Configs;
use super::places::same;
use super::{complain, exit};
use crate::graph::Model;
use crate::read::ReadOptions;
use crate::source::{OpenError, Source};

/// One file to read.
#[derive(Debug)]
pub(super) struct Input {
    /// What reports call it: the path as given, with `/` on every system.
    pub(super) name: String,
    /// Where it is; `None` is standard input.
    path: Option<PathBuf>,
    /// Whether a walk of a folder found it, so that nobody named it.
    pub(super) walked: bool,
}

impl Input {
    /// A path as given; `-` is standard input.
    pub(super) fn new(path: &Path) -> Input {
        let name = path.display().to_string();
        let name = if cfg!(windows) { name.replace('\\', "/") } else { name };
        Input { name, path: (path != Path::new("-")).then(|| path.to_owned()), walked: false }
    }

    /// Has reports call standard input by a name. Whether it is that.
    pub(super) fn call_stdin(&mut self, name: &str) -> bool {
        let stdin = self.path.is_none();
        if stdin {
            name.clone_into(&mut self.name);
        }
        stdin
    }

    /// Whether there is a file to read; else what to say.
    pub(super) fn check(&self) -> Result<(), String> {
        match self.path.as_deref().map(|path| (path, fs::metadata(path))) {
            Some((path, Err(error))) => Err(missing(path, &error)),
            Some((path, Ok(meta))) if meta.is_dir() => Err(format!("`{}` is a directory; name a file", path.display())),
            _ => Ok(()),
        }
    }

    /// Whether a path is this file, or its weights.
    pub(super) fn is(&self, path: &Path) -> bool {
        let own = self.path.clone().into_iter().chain(self.weights());
        own.into_iter().any(|own| same(&own, path))
    }

    /// The file that IR has its weights in, by its name.
    pub(super) fn weights(&self) -> Option<PathBuf> {
        let xml = |path: &&PathBuf| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml"));
        self.path.as_ref().filter(xml).map(|path| path.with_extension("bin"))
    }

    /// The file beside it that is called the same with this behind; `None` for standard input.
    pub(super) fn beside(&self, ending: &str) -> Option<PathBuf> {
        let mut path = self.path.clone()?.into_os_string();
        path.push(ending);
        Some(path.into())
    }

    /// The folder that the file is in, as the system knows it: of a link the folder that holds the link. For standard
    /// input the working directory.
    pub(super) fn folder(&self) -> PathBuf {
        let parent = self.path.as_deref().and_then(Path::parent).filter(|p| !p.as_os_str().is_empty());
        let folder = parent.unwrap_or(Path::new("."));
        fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
    }

    /// The path from a folder to the file, with `/` on every system; `-` for standard input.
    pub(super) fn relative_to(&self, folder: &Path) -> String {
        let name = self.path.as_deref().and_then(Path::file_name);
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
            let mut bytes = Vec::new();
            let read = io::stdin().lock().read_to_end(&mut bytes);
            read.map_err(|source| OpenError { path: self.name.clone(), source })?;
            return Ok(Model::read(Source::from_bytes(&self.name, bytes), options));
        };
        Model::open(path, options).map_err(|error| match fs::read_link(path) {
            Ok(to) if is_dangling(path) => {
                let why = format!("it is a symbolic link to `{}`: {}", to.display(), error.source);
                OpenError { source: io::Error::new(error.source.kind(), why), ..error }
            }
            _ => error,
        })
    }
}

/// The files that the paths name without those that configuration leaves out, the configurations, and the exit code of
/// what could not be found; `None` if a configuration is wrong, which is said.
pub(super) fn find_configured(args: &FileArgs, config: &ConfigArgs) -> Option<(Vec<Input>, Configs, u8)> {
    let (mut inputs, mut code) = find(args);
    let found = inputs.len();
    let configs = Configs::load(config, &mut inputs).ok()?;
    if inputs.is_empty() && found > 0 {
        complain(
            "the configuration leaves out all model files there; `shapewright config` shows `include` and `exclude`",
        );
        code = exit::USAGE;
    }
    Some((inputs, configs, code))
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
                complain(&missing(path, &error));
                code = exit::USAGE;
            }
        }
    }
    let mut seen = HashSet::new();
    inputs.retain(|input| seen.insert(input.name.clone()));
    if inputs.is_empty() && code == exit::OK {
        complain("no model files there: a directory is walked for .onnx, .onnxtxt, and .xml holding <net> or <layer>");
        code = exit::USAGE;
    }
    (inputs, code)
}

fn missing(path: &Path, error: &io::Error) -> String {
    let name = path.display().to_string();
    if error.kind() != io::ErrorKind::NotFound {
        return format!("cannot read `{name}`: {error}");
    }
    let commands = args::command_names();
    let near = commands.iter().map(|command| (strsim::damerau_levenshtein(&name, command), command)).min();
    match near {
        Some((distance, command)) if distance <= 2 => {
            format!("`{name}` does not exist; did you mean the command `{command}`?")
        }
        _ => format!("`{name}` does not exist; name a model file, or a directory to walk"),
    }
}

/// Adds the model files below a directory, in the order of their names.
fn walk(root: &Path, respect_gitignore: bool, inputs: &mut Vec<Input>) -> u8 {
    let mut walk = WalkBuilder::new(root);
    walk.standard_filters(false).hidden(true).sort_by_file_name(Ord::cmp).filter_entry(is_wanted);
    if respect_gitignore {
        walk.git_ignore(true).git_exclude(true).git_global(true).parents(true).require_git(false);
    }
    let mut code = exit::OK;
    for entry in walk.build() {
        match entry {
            Ok(entry) if is_model(entry.path()) => inputs.push(Input { walked: true, ..Input::new(entry.path()) }),
            Ok(_) => {}
            Err(error) => {
                complain(&error.to_string());
                code = exit::USAGE;
            }
        }
    }
    code
}

/// Folders that hold other people's files, or built ones.
fn is_wanted(entry: &DirEntry) -> bool {
    let folder = entry.file_type().is_some_and(|t| t.is_dir());
    entry.depth() == 0 || !folder || !["node_modules", "target"].iter().any(|name| entry.file_name() == *name)
}

fn is_model(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    match extension.as_deref() {
        // A link to a file is a file: model caches are full of them.
        Some("onnx" | "onnxtxt") => path.is_file() || is_dangling(path),
        Some("xml") => (path.is_file() && holds_layers(path)) || is_dangling(path),
        _ => false,
    }
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
