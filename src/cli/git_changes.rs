//! `--since`: which files git says have changed.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::args::FileArgs;
use super::input::Input;
use super::output_conflicts::data_places;

/// Keeps the models that differ from a revision or whose data do, and those that git does not know yet. Standard input
/// stays.
///
/// # Errors
/// What to say: there is no git, no repository, or no such revision.
pub(crate) fn keep_changed(inputs: &mut Vec<Input>, args: &FileArgs, revision: &str) -> Result<(), String> {
    let mut repositories: HashMap<PathBuf, HashSet<PathBuf>> = HashMap::new();
    for path in args.paths.iter().filter(|path| path.as_os_str() != "-" && path.exists()) {
        let folder = if path.is_dir() { path.as_path() } else { parent(path) };
        let top = git(folder, ["rev-parse", "--show-toplevel"].map(OsString::from))
            .map_err(|why| format!("{why}; `--since` compares the files of a repository"))?;
        let top = fs::canonicalize(path_of(top.trim_ascii_end())).map_err(|error| format!("git: {error}"))?;
        if let Entry::Vacant(new) = repositories.entry(top) {
            let changed = changed(new.key(), revision)?;
            new.insert(changed);
        }
    }
    let changed = repositories.into_values().flatten().collect();
    inputs.retain(|input| has_changed(input, &changed, args));
    Ok(())
}

/// Whether a model has changed, or a file that its data lie in.
fn has_changed(input: &Input, changed: &HashSet<PathBuf>, args: &FileArgs) -> bool {
    let Some(path) = input.beside("") else { return true };
    let has = |path: &Path| places(path).iter().any(|place| changed.contains(place));
    if has(&path) || input.weights().is_some_and(|weights| has(&weights)) {
        return true;
    }
    let folder = input.folder();
    // Data lie in the model's folder or below; only through a link anywhere.
    let may = |file: &&PathBuf| !is_model(file) && (args.read.allow_symlinks || file.starts_with(&folder));
    if !input.may_have_data() || !changed.iter().any(|file| may(&file)) {
        return false;
    }
    // What cannot be read is said when it is checked.
    data_places(input, &args.read).is_none_or(|places| places.iter().any(|place| has(place)))
}

fn is_xml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml"))
}

/// Whether a file is a model by its name, and no data of one.
fn is_model(path: &Path) -> bool {
    let onnx =
        |extension: &std::ffi::OsStr| ["onnx", "onnxtxt"].iter().any(|known| extension.eq_ignore_ascii_case(known));
    is_xml(path) || path.extension().is_some_and(onnx)
}

/// Where a file is: its name in the folder that it is in, and where a link leads.
fn places(path: &Path) -> Vec<PathBuf> {
    // A folder that is gone is known by its name.
    let folder = fs::canonicalize(parent(path)).unwrap_or_else(|_| parent(path).components().collect());
    let own = path.file_name().map(|name| folder.join(name));
    own.into_iter().chain(fs::canonicalize(path).ok()).collect()
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The files of a repository that differ from a revision or are gone, and those that git neither knows nor ignores.
fn changed(top: &Path, revision: &str) -> Result<HashSet<PathBuf>, String> {
    let commit = format!("{revision}^{{commit}}");
    let verify = ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit].map(OsString::from);
    let commit = git(top, verify).map_err(|why| match why.as_str() {
        "git: " => no_revision(top, revision),
        _ => why,
    })?;
    let commit = String::from_utf8_lossy(&commit).trim().to_owned();
    let tracked = ["diff", "--name-only", "--no-renames", "--no-ext-diff", "-z", &commit, "--"];
    let tracked = git(top, tracked.map(OsString::from))?;
    let unknown = git(top, ["ls-files", "--others", "--exclude-standard", "-z"].map(OsString::from))?;
    let names = tracked.split(|&b| b == 0).chain(unknown.split(|&b| b == 0)).filter(|name| !name.is_empty());
    Ok(names.map(|name| top.join(path_of(name))).collect())
}

/// What to say of a revision that there is not.
fn no_revision(top: &Path, revision: &str) -> String {
    let text = format!("--since: `{revision}` is no revision of the repository `{}`", top.display());
    let shallow = git(top, ["rev-parse", "--is-shallow-repository"].map(OsString::from));
    match shallow.is_ok_and(|answer| answer.trim_ascii() == b"true") {
        true => format!(
            "{text}, which is a shallow clone: `fetch-depth: 0` for actions/checkout, or `git fetch --unshallow`, brings the rest"
        ),
        false => text,
    }
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
