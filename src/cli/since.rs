//! `--since`: which files git says have changed.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::files::Input;

/// Keeps the files that differ from a revision, or that git does not know yet. `paths` are those of the command line.
/// Standard input stays.
///
/// # Errors
/// What to say: there is no git, no repository, or no such revision.
pub(super) fn keep_changed(inputs: &mut Vec<Input>, paths: &[PathBuf], revision: &str) -> Result<(), String> {
    let mut repositories: HashMap<PathBuf, HashSet<PathBuf>> = HashMap::new();
    for path in paths.iter().filter(|path| path.as_os_str() != "-" && path.exists()) {
        let folder = if path.is_dir() { path.as_path() } else { parent(path) };
        let top = git(folder, ["rev-parse", "--show-toplevel"].map(OsString::from))
            .map_err(|why| format!("{why}; `--since` compares the files of a repository"))?;
        let top = fs::canonicalize(path_of(top.trim_ascii_end())).map_err(|error| format!("git: {error}"))?;
        if let Entry::Vacant(new) = repositories.entry(top) {
            let changed = changed(new.key(), revision)?;
            new.insert(changed);
        }
    }
    let changed: HashSet<&PathBuf> = repositories.values().flatten().collect();
    inputs.retain(|input| {
        let Some(path) = input.beside("") else { return true };
        let weights = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml"));
        let weights = weights.then(|| path.with_extension("bin"));
        std::iter::once(path).chain(weights).any(|path| places(&path).iter().any(|place| changed.contains(place)))
    });
    Ok(())
}

/// Where a file is: its name in the folder that it is in, and where a link leads.
fn places(path: &Path) -> Vec<PathBuf> {
    let folder = fs::canonicalize(parent(path)).ok();
    let own = folder.zip(path.file_name()).map(|(folder, name)| folder.join(name));
    own.into_iter().chain(fs::canonicalize(path).ok()).collect()
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The files of a repository that differ from a revision, and those that git neither knows nor ignores.
fn changed(top: &Path, revision: &str) -> Result<HashSet<PathBuf>, String> {
    let commit = format!("{revision}^{{commit}}");
    let verify = ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit].map(OsString::from);
    let commit = git(top, verify).map_err(|why| match why.as_str() {
        "git: " => format!("--since: `{revision}` is no revision of the repository `{}`", top.display()),
        _ => why,
    })?;
    let commit = String::from_utf8_lossy(&commit).trim().to_owned();
    let tracked = ["diff", "--name-only", "--no-renames", "--diff-filter=d", "--no-ext-diff", "-z", &commit, "--"];
    let tracked = git(top, tracked.map(OsString::from))?;
    let unknown = git(top, ["ls-files", "--others", "--exclude-standard", "-z"].map(OsString::from))?;
    let names = tracked.split(|&b| b == 0).chain(unknown.split(|&b| b == 0)).filter(|name| !name.is_empty());
    Ok(names.map(|name| top.join(path_of(name))).collect())
}

/// What git prints.
fn git<const N: usize>(folder: &Path, arguments: [OsString; N]) -> Result<Vec<u8>, String> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let output = output.map_err(|error| format!("--since needs the program git: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let why = String::from_utf8_lossy(&output.stderr);
    Err(format!("git: {}", why.lines().next().unwrap_or_default().trim_start_matches("fatal: ")))
}

#[cfg(unix)]
fn path_of(name: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(name))
}

#[cfg(not(unix))]
fn path_of(name: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(name).into_owned())
}
