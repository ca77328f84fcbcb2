//! One model file to read: a path, or standard input.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, OnceLock};

use super::file_identity::same;
use super::stdin::Stdin;
use crate::format::options::ReadOptions;
use crate::graph::Model;
use crate::source::{OpenError, Source, path_name};

/// One file to read.
#[derive(Debug)]
pub(super) struct Input {
    /// The name in reports: the path as given, with `/` on every system.
    pub(super) name: String,
    /// The path; `None` for standard input.
    path: Option<PathBuf>,
    /// The path that `--stdin-filename` gives to standard input.
    stdin_path: Option<PathBuf>,
    stdin: Stdin,
    /// The canonical directory, which files in one directory share.
    folder: Arc<OnceLock<PathBuf>>,
    /// Whether it was found in a directory instead of being named.
    pub(super) walked: bool,
}

impl Input {
    /// A path as given; `-` is standard input.
    pub(super) fn new(path: &Path) -> Input {
        let name = path_name(path);
        let name = if cfg!(windows) { name.replace('\\', "/") } else { name };
        let path = (path != Path::new("-")).then(|| path.to_owned());
        Input { name, path, stdin_path: None, stdin: Stdin::default(), folder: Arc::default(), walked: false }
    }

    /// Gives standard input the path of a file, for reports and for configurations.
    pub(super) fn name_stdin(&mut self, name: &str) {
        if self.is_stdin() {
            let path = Path::new(name);
            *self = Input { path: None, stdin_path: Some(path.to_owned()), ..Input::new(path) };
        }
    }

    /// Whether this is standard input.
    pub(super) fn is_stdin(&self) -> bool {
        self.path.is_none()
    }

    /// What distinguishes the file from others; `None` for standard input. Names in reports do not: all invalid UTF-8 looks
    /// alike there.
    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The path, or the path that standard input was given.
    fn known_path(&self) -> Option<&Path> {
        self.path.as_deref().or(self.stdin_path.as_deref())
    }

    /// A file that was found in a directory.
    pub(super) fn walked(path: &Path) -> Input {
        Input { walked: true, ..Input::new(path) }
    }

    /// Lets the files of each directory share what is known of it.
    pub(super) fn share_folders(inputs: &mut [Input]) {
        let mut folders: HashMap<PathBuf, Arc<OnceLock<PathBuf>>> = HashMap::new();
        for input in inputs {
            if let Some(folder) = input.path.as_deref().and_then(Path::parent) {
                input.folder = folders.entry(folder.to_owned()).or_default().clone();
            }
        }
    }

    /// Checks that the file exists. Returns an error message otherwise.
    pub(super) fn check(&self) -> Result<(), String> {
        match self.path.as_deref().map(|path| (path, fs::metadata(path))) {
            Some((path, Err(error))) => Err(missing(path, &error)),
            Some((path, Ok(meta))) if meta.is_dir() => {
                Err(format!("`{}` is a directory; expected a file", path.display()))
            }
            _ => Ok(()),
        }
    }

    /// Whether a path refers to this file or to its weights.
    pub(super) fn is(&self, path: &Path) -> bool {
        self.known_path().is_some_and(|own| same(own, path)) || self.weights().is_some_and(|own| same(&own, path))
    }

    /// The weights file of IR: the same name with the extension `.bin`.
    pub(super) fn weights(&self) -> Option<PathBuf> {
        self.known_path().filter(|path| is_xml(path)).map(|path| path.with_extension("bin"))
    }

    /// Whether the model may have data in files whose names cannot be derived from its own.
    pub(super) fn may_have_data(&self) -> bool {
        self.known_path().is_none_or(|path| !is_xml(path))
    }

    /// The path with a suffix appended; `None` for standard input.
    pub(super) fn with_suffix(&self, suffix: &str) -> Option<PathBuf> {
        let mut path = self.path.clone()?.into_os_string();
        path.push(suffix);
        Some(path.into())
    }

    /// The canonical directory of the file; for a symbolic link, the directory of the link. For standard input, the
    /// directory of the path that it was given, or the working directory.
    pub(super) fn folder(&self) -> &Path {
        let given = || self.known_path().and_then(Path::parent).unwrap_or(Path::new("."));
        self.folder.get_or_init(|| canonical_directory(given()))
    }

    /// The relative path from a directory to the file; `-` for standard input.
    pub(super) fn relative_to(&self, folder: &Path) -> PathBuf {
        let Some(path) = self.known_path() else { return PathBuf::from(&self.name) };
        let Some(name) = path.file_name() else { return path.to_owned() };
        let own = self.folder().join(name);
        let common = own.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
        if common == 0 {
            return path.to_owned();
        }
        let up = folder.components().skip(common).map(|_| Component::ParentDir);
        up.chain(own.components().skip(common)).collect()
    }

    /// The bytes of the path as given.
    pub(super) fn path_bytes(&self) -> &[u8] {
        let path = self.known_path().filter(|path| path.to_str().is_none());
        path.map_or(self.name.as_bytes(), |path| path.as_os_str().as_encoded_bytes())
    }

    /// Reads the model.
    pub(super) fn read(&self, options: &ReadOptions) -> Result<Model, OpenError> {
        let Some(path) = &self.path else {
            return self.read_stdin(self.stdin.read(), options);
        };
        Model::open(path, options).map_err(|error| match fs::read_link(path) {
            Ok(to) if is_dangling(path) => {
                let why = format!("it is a symbolic link to `{}`: {}", to.display(), error.source);
                OpenError { source: io::Error::new(error.source.kind(), why), ..error }
            }
            _ => error,
        })
    }

    /// Reads the model in advance. Standard input can be read again afterwards.
    pub(super) fn peek(&self, options: &ReadOptions) -> Result<Model, OpenError> {
        match self.is_stdin() {
            true => self.read_stdin(self.stdin.peek(), options),
            false => self.read(options),
        }
    }

    fn read_stdin(&self, bytes: io::Result<Vec<u8>>, options: &ReadOptions) -> Result<Model, OpenError> {
        let bytes = bytes.map_err(|source| OpenError { path: self.name.clone(), source })?;
        let source = Source::from_bytes(&self.name, bytes);
        let source = self.stdin_path.iter().fold(source, |source, path| source.placed(path));
        Ok(Model::read(source, options))
    }
}

/// The canonical path of a directory. If it does not exist, its nearest existing ancestor is canonicalized.
fn canonical_directory(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let known = absolute.ancestors().find_map(|above| Some((fs::canonicalize(above).ok()?, above)));
    match known.and_then(|(known, above)| Some((known, absolute.strip_prefix(above).ok()?))) {
        Some((known, rest)) if rest.as_os_str().is_empty() => known,
        Some((known, rest)) => known.join(rest),
        None => absolute,
    }
}

/// The error message for a path that cannot be opened.
pub(super) fn missing(path: &Path, error: &io::Error) -> String {
    let name = path.display();
    match error.kind() {
        io::ErrorKind::NotFound => format!("`{name}` does not exist; expected a model file or a directory"),
        _ => format!("cannot read `{name}`: {error}"),
    }
}

pub(super) fn is_xml(path: &Path) -> bool {
    has_extension(path, "xml")
}

pub(super) fn has_extension(path: &Path, known: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(known))
}

/// Whether the path is a dangling symbolic link: a missing model, which is reported when it is read.
pub(super) fn is_dangling(path: &Path) -> bool {
    path.is_symlink() && fs::metadata(path).is_err()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_directory_share_it() {
        let mut inputs = ["src/a.onnx", "src/b.onnx", "c.onnx", "-"].map(|path| Input::new(Path::new(path)));
        Input::share_folders(&mut inputs);
        let [a, b, c, stdin] = &inputs;
        assert!(std::ptr::eq(a.folder(), b.folder()));
        assert_eq!(a.folder(), c.folder().join("src"));
        assert_eq!(c.folder(), stdin.folder());
    }
}
