//! `--respect-gitignore`: the patterns of files that git ignores.
//!
//! The crate `ignore` compiles and matches the patterns. The files are read here: a checked directory may contain a
//! `.gitignore` that is a pipe or a device, or that is very long.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ignore::gitignore::{Gitignore, GitignoreBuilder, gitconfig_excludes_path};
use ignore::{DirEntry, Match};

/// The most bytes of patterns that apply to one directory: a compiled pattern takes hundreds of times its bytes.
const MAX_BYTES: u64 = 64 << 10;

/// The longest line that git writes into a file such as `.git` of a worktree: a path.
const MAX_LINK: u64 = 64 << 10;

/// The patterns that apply in the directories from the root of a walk to the current one.
pub(super) struct GitIgnores {
    /// The canonical directory where the walk starts.
    root: PathBuf,
    given: PathBuf,
    user: Gitignore,
    /// The directories above the current entry, starting with the root.
    levels: Mutex<Vec<Arc<Level>>>,
    problems: Mutex<Vec<Problem>>,
}

/// A file that is not used, and why.
type Problem = (PathBuf, String);

/// The patterns in a directory.
struct Level {
    above: Option<Arc<Level>>,
    /// `.gitignore`.
    own: Gitignore,
    /// `info/exclude` of the repository that has its top here.
    exclude: Gitignore,
    /// The bytes of all patterns here and above.
    bytes: u64,
}

impl GitIgnores {
    /// Reads the patterns of the user, and those in a directory and above it.
    pub(super) fn new(given: &Path) -> GitIgnores {
        let root = fs::canonicalize(given).unwrap_or_else(|_| given.to_owned());
        let mut problems = Vec::new();
        let mut above: Vec<&Path> = root.ancestors().collect();
        above.reverse();
        let level = above.into_iter().fold(None, |level, folder| Some(Level::read(folder, level, &mut problems)));
        GitIgnores {
            user: of_user(),
            given: given.to_owned(),
            levels: Mutex::new(level.into_iter().collect()),
            problems: Mutex::new(problems),
            root,
        }
    }

    /// Whether git ignores an entry. The walk must ask for entries in its order: a directory before what it contains.
    pub(super) fn ignores(&self, entry: &DirEntry) -> bool {
        let Ok(below) = entry.path().strip_prefix(&self.given) else { return false };
        let path = self.root.join(below);
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let mut levels = lock(&self.levels);
        levels.truncate(entry.depth());
        let level = levels.last().cloned();
        if level.as_ref().is_some_and(|level| self.is_ignored(level, &path, is_folder)) {
            return true;
        }
        if is_folder {
            levels.push(Level::read(&path, level, &mut lock(&self.problems)));
        }
        false
    }

    /// Messages about files that are not used.
    pub(super) fn problems(&self) -> Vec<String> {
        let message = |(path, why): &Problem| {
            let path = path.strip_prefix(&self.root).map_or_else(|_| path.clone(), |below| self.given.join(below));
            format!("the patterns in `{}` are not used: {why}", path.display())
        };
        lock(&self.problems).iter().map(message).collect()
    }

    /// The nearest `.gitignore` with a pattern for the path decides, then `info/exclude`, then the user's patterns.
    fn is_ignored(&self, level: &Arc<Level>, path: &Path, is_folder: bool) -> bool {
        let above = || std::iter::successors(Some(level), |level| level.above.as_ref());
        let of_files = above().map(|level| level.own.matched(path, is_folder));
        let of_repositories = above().map(|level| level.exclude.matched(path, is_folder));
        let of_user = std::iter::once_with(|| self.user.matched(path, is_folder));
        let mut matches = of_files.chain(of_repositories).chain(of_user);
        matches.find(|found| !found.is_none()).is_some_and(|found| matches!(found, Match::Ignore(_)))
    }
}

impl Level {
    fn read(folder: &Path, above: Option<Arc<Level>>, problems: &mut Vec<Problem>) -> Arc<Level> {
        let mut bytes = above.as_ref().map_or(0, |above| above.bytes);
        let mut patterns = |path: PathBuf| match patterns(folder, &path, MAX_BYTES.saturating_sub(bytes)) {
            Ok((found, length)) => {
                bytes += length;
                found
            }
            Err(why) => {
                problems.push((path, why));
                Gitignore::empty()
            }
        };
        let own = patterns(folder.join(".gitignore"));
        let exclude = repository(folder).map_or_else(Gitignore::empty, |git| patterns(git.join("info/exclude")));
        Arc::new(Level { above, own, exclude, bytes })
    }
}

/// The patterns of the user's own configuration of git.
fn of_user() -> Gitignore {
    let Some((here, path)) = std::env::current_dir().ok().zip(gitconfig_excludes_path()) else {
        return Gitignore::empty();
    };
    // `/dev/null` and a missing file are usual settings.
    patterns(&here, &path, MAX_BYTES).map_or_else(|_| Gitignore::empty(), |(found, _)| found)
}

/// The patterns in a file, which match paths below `folder`, and the number of its bytes. A missing file has none.
fn patterns(folder: &Path, path: &Path, most: u64) -> Result<(Gitignore, u64), String> {
    let Some(bytes) = read(path, most)? else { return Ok((Gitignore::empty(), 0)) };
    let mut builder = GitignoreBuilder::new(folder);
    for line in bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes).split(|&byte| byte == b'\n') {
        // Git ignores a line that is not a pattern, too.
        let Ok(line) = std::str::from_utf8(line) else { continue };
        let _ = builder.add_line(None, line.strip_suffix('\r').unwrap_or(line));
    }
    let found = builder.build().map_err(|_| "they are too many, or too long".to_owned())?;
    Ok((found, bytes.len() as u64))
}

/// The bytes of a regular file; `None` if it does not exist.
fn read(path: &Path, most: u64) -> Result<Option<Vec<u8>>, String> {
    let kind = match fs::metadata(path) {
        Ok(meta) => meta.file_type(),
        Err(error) if !path.is_symlink() && is_absent(&error) => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    if !kind.is_file() {
        return Err("it is not a regular file".to_owned());
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    match read {
        Err(error) => Err(error.to_string()),
        Ok(_) if bytes.len() as u64 > most => {
            Err(format!("it and those in the directories above it have more than {MAX_BYTES} bytes"))
        }
        Ok(_) => Ok(Some(bytes)),
    }
}

fn is_absent(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

/// The directory with the settings of the repository that has its top here. In a worktree, a file names it.
fn repository(top: &Path) -> Option<PathBuf> {
    let git = top.join(".git");
    if !git.is_file() {
        return Some(git).filter(|git| git.is_dir());
    }
    let line = |path: &Path| String::from_utf8(read(path, MAX_LINK).ok()??).ok();
    let own = top.join(line(&git)?.strip_prefix("gitdir: ")?.trim_end());
    let common = line(&own.join("commondir")).map(|common| own.join(common.trim_end()));
    Some(common.unwrap_or(own))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
