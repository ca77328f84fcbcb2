//! One model file to read: a path, or standard input.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::file_identity::same;
use super::stdin::Stdin;
use crate::format::options::ReadOptions;
use crate::graph::Model;
use crate::source::{OpenError, Source};

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
    pub(super) fn call_stdin(&mut self, name: &str) {
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
    pub(super) fn walked(path: &Path) -> Input {
        Input { walked: true, ..Input::new(path) }
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

/// What to say of a path that cannot be looked up.
pub(super) fn missing(path: &Path, error: &io::Error) -> String {
    let name = path.display();
    match error.kind() {
        io::ErrorKind::NotFound => format!("`{name}` does not exist; name a model file, or a directory to walk"),
        _ => format!("cannot read `{name}`: {error}"),
    }
}

pub(super) fn is_xml(path: &Path) -> bool {
    has_extension(path, "xml")
}

pub(super) fn has_extension(path: &Path, known: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(known))
}

/// Whether it is a link to nothing: a model that is missing, which is reported when it is read.
pub(super) fn is_dangling(path: &Path) -> bool {
    path.is_symlink() && fs::metadata(path).is_err()
}
