//! The files that a repository's own configuration of git includes, which git reads before anything else.

use std::fs;
use std::path::{Path, PathBuf};

use super::git;
use super::path_key::os_text;

/// The most files that a configuration may include, each as often as git would read it.
const MAX_INCLUDES: usize = 100;

/// Checks that each is a regular file, before git opens it: it would wait for the other end of a pipe. Conditions of includes
/// are not evaluated.
///
/// # Errors
/// One is not a regular file, or there are too many.
pub(super) fn check(folder: &Path) -> Result<(), String> {
    let mut waiting = own(folder)?;
    let mut count = 0;
    while let Some((above, written)) = waiting.pop() {
        count += 1;
        if count > MAX_INCLUDES {
            return Err(format!(
                "the configuration of the repository includes more than {MAX_INCLUDES} files; remove `include.path` from it"
            ));
        }
        let path = above.join(expanded(&written)?);
        // Git reads none that does not exist.
        let Ok(meta) = fs::metadata(&path) else { continue };
        let name = path.display();
        if !meta.is_file() {
            return Err(format!(
                "the configuration of the repository includes `{name}`, which is not a regular file; remove it from there"
            ));
        }
        let below = path.parent().unwrap_or(Path::new("/"));
        let list = git::config(folder, &["--no-includes".as_ref(), "--file".as_ref(), path.as_os_str()])?;
        waiting.extend(settings(&list).filter_map(|setting| Some((below.to_owned(), included(setting)?))));
    }
    Ok(())
}

/// What the configuration of the repository itself includes, each with the directory to which the path is relative.
fn own(folder: &Path) -> Result<Vec<(PathBuf, PathBuf)>, String> {
    let list = git::config(folder, &["--no-includes", "--show-scope", "--show-origin"].map(AsRef::as_ref))?;
    let folder = fs::canonicalize(folder).map_err(|error| format!("git: {error}"))?;
    let mut fields = settings(&list);
    let mut found = Vec::new();
    while let (Some(scope), Some(origin), Some(setting)) = (fields.next(), fields.next(), fields.next()) {
        let Some(path) = included(setting).filter(|_| !git::is_of_user(scope)) else { continue };
        // A relative origin is relative to the top of the repository.
        let origin = PathBuf::from(os_text(origin.strip_prefix(b"file:").unwrap_or(origin)));
        let file = folder.ancestors().map(|above| above.join(&origin)).find(|file| file.exists());
        found.extend(file.as_deref().and_then(Path::parent).map(|above| (above.to_owned(), path)));
    }
    Ok(found)
}

fn settings(list: &[u8]) -> impl Iterator<Item = &[u8]> {
    list.split(|&byte| byte == 0)
}

/// The path of a setting that includes a file, as written.
fn included(setting: &[u8]) -> Option<PathBuf> {
    let at = setting.iter().position(|&byte| byte == b'\n')?;
    let (key, value) = (&setting[..at], &setting[at + 1..]);
    let includes = key == b"include.path" || (key.starts_with(b"includeif.") && key.ends_with(b".path"));
    includes.then(|| PathBuf::from(os_text(value)))
}

/// The path that git reads.
fn expanded(written: &Path) -> Result<PathBuf, String> {
    if let (Ok(below), Some(home)) = (written.strip_prefix("~"), std::env::home_dir()) {
        return Ok(home.join(below));
    }
    match written.to_string_lossy().starts_with(['~', '%']) {
        true => Err(format!(
            "the configuration of the repository includes `{}`; expected a path without the name of a user or a prefix",
            written.display()
        )),
        false => Ok(written.to_owned()),
    }
}
