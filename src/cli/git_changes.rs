//! `--since`: the files that have changed according to git.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::args::FileArgs;
use super::git;
use super::git_includes;
use super::input::Input;
use super::output_conflicts::data_paths;
use super::path_key::os_text;

/// Keeps the models that differ from a revision, models whose data or settings differ, untracked models, those in submodules,
/// and standard input. `settings` are the files that decide how a model is checked.
///
/// # Errors
/// Git, the repository, or the revision does not exist.
pub(crate) fn keep_changed(
    inputs: &mut Vec<Input>,
    args: &FileArgs,
    revision: &str,
    settings: impl Fn(&Input) -> Vec<PathBuf>,
) -> Result<(), String> {
    let mut repositories: HashMap<PathBuf, HashSet<PathBuf>> = HashMap::new();
    for path in args.paths.iter().filter(|path| path.as_os_str() != "-" && path.exists()) {
        let folder = if path.is_dir() { path.as_path() } else { parent(path) };
        git_includes::check(folder)?;
        let top = git::run(folder, ["rev-parse", "--show-toplevel"]).map_err(|why| {
            match why.contains("not a git repository") {
                true => format!("{why}; `--since` compares the files of a repository"),
                false => why,
            }
        })?;
        let top = fs::canonicalize(path_of(line(&top))).map_err(|error| format!("git: {error}"))?;
        if let Entry::Vacant(new) = repositories.entry(top) {
            let changed = changed(new.key(), revision)?;
            new.insert(changed);
        }
    }
    let tops: HashSet<PathBuf> = repositories.keys().cloned().collect();
    let changed: HashSet<PathBuf> = repositories.into_values().flatten().collect();
    let mut elsewhere: HashMap<PathBuf, bool> = HashMap::new();
    let mut is_elsewhere = |input: &Input| {
        *elsewhere.entry(input.folder().to_owned()).or_insert_with(|| is_in_another_repository(input.folder(), &tops))
    };
    let mut configured: HashMap<PathBuf, bool> = HashMap::new();
    let mut has_other_settings = |input: &Input| {
        // All models of a directory have the same files of settings.
        let of = || settings(input).iter().any(|path| is_among(&changed, path));
        *configured.entry(input.folder().to_owned()).or_insert_with(of)
    };
    let changed_data = ChangedData::new(&changed, args.read.allow_symlinks);
    let has_changed = |input: &Input| has_changed(input, &changed, &changed_data, args);
    inputs.retain(|input| is_elsewhere(input) || has_changed(input) || has_other_settings(input));
    Ok(())
}

/// Whether a folder is in a submodule, or in another repository inside of those that are compared: which of its files have
/// changed is not known.
fn is_in_another_repository(folder: &Path, tops: &HashSet<PathBuf>) -> bool {
    let Ok(folder) = fs::canonicalize(folder) else { return false };
    folder.ancestors().find(|folder| folder.join(".git").exists()).is_some_and(|top| !tops.contains(top))
}

/// Whether a file, or the target of a link, is among the changed ones.
fn is_among(changed: &HashSet<PathBuf>, path: &Path) -> bool {
    canonical_paths(path).iter().any(|path| changed.contains(path))
}

/// The changed files that may contain data of models, in order. The history of a repository may have very many names, so they
/// are not all compared with each model.
struct ChangedData<'c> {
    paths: Vec<&'c Path>,
    allow_symlinks: bool,
}

impl<'c> ChangedData<'c> {
    fn new(changed: &'c HashSet<PathBuf>, allow_symlinks: bool) -> ChangedData<'c> {
        let mut paths: Vec<&Path> = changed.iter().map(PathBuf::as_path).filter(|path| !is_model(path)).collect();
        paths.sort_unstable();
        ChangedData { paths, allow_symlinks }
    }

    /// Whether one may contain data of a model in this directory: without links, it is there or below.
    fn may_be_of(&self, folder: &Path) -> bool {
        // In the order of paths, what is below a directory comes right after it.
        let first = self.paths.partition_point(|path| *path < folder);
        let below = self.paths.get(first).is_some_and(|path| path.starts_with(folder));
        below || self.allow_symlinks && !self.paths.is_empty()
    }
}

/// Whether a model or a file with its data has changed.
fn has_changed(input: &Input, changed: &HashSet<PathBuf>, data: &ChangedData<'_>, args: &FileArgs) -> bool {
    let Some(path) = input.with_suffix("") else { return true };
    let has = |path: &Path| is_among(changed, path);
    if has(&path) || input.weights().is_some_and(|weights| has(&weights)) {
        return true;
    }
    if !input.may_have_data() || !data.may_be_of(input.folder()) {
        return false;
    }
    // A model that cannot be read is reported when it is checked.
    data_paths(input, &args.read).is_none_or(|paths| paths.iter().any(|path| has(path)))
}

fn is_xml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("xml"))
}

/// Whether a file has the extension of a model, and so contains no data of another model.
fn is_model(path: &Path) -> bool {
    let onnx =
        |extension: &std::ffi::OsStr| ["onnx", "onnxtxt"].iter().any(|known| extension.eq_ignore_ascii_case(known));
    is_xml(path) || path.extension().is_some_and(onnx)
}

/// The canonical paths of a file: its own and the target of a link.
fn canonical_paths(path: &Path) -> Vec<PathBuf> {
    // A directory that no longer exists cannot be canonicalized.
    let folder = fs::canonicalize(parent(path)).unwrap_or_else(|_| parent(path).components().collect());
    let own = path.file_name().map(|name| folder.join(name));
    own.into_iter().chain(fs::canonicalize(path).ok()).collect()
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The files of a repository that differ from a revision, deleted files, and untracked files that are not ignored.
fn changed(top: &Path, revision: &str) -> Result<HashSet<PathBuf>, String> {
    let commit = format!("{revision}^{{commit}}");
    let verify = ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit];
    let commit = git::run(top, verify).map_err(|why| match why.as_str() {
        "git: " => no_revision(top, revision),
        _ => why,
    })?;
    let commit = String::from_utf8_lossy(&commit).trim().to_owned();
    check_attributes(top)?;
    // A submodule is a repository of its own, whose files are not listed here; git would run its filters to compare it.
    let own = ["--no-ext-diff", "--no-textconv", "--ignore-submodules=all"];
    let tracked = ["diff", "--name-only", "--no-renames", own[0], own[1], own[2], "-z", &commit, "--"];
    let tracked = git::run(top, tracked)?;
    let unknown = git::run(top, ["ls-files", "--others", "--exclude-standard", "-z"])?;
    let names = tracked.split(|&b| b == 0).chain(unknown.split(|&b| b == 0)).filter(|name| !name.is_empty());
    Ok(names.map(|name| top.join(path_of(name))).collect())
}

/// Checks that the attributes of the repository itself are in a regular file: git reads whole lines of it, and a device may
/// have none. It follows no link to those in the tree.
fn check_attributes(top: &Path) -> Result<(), String> {
    let path = git::run(top, ["rev-parse", "--git-path", "info/attributes"])?;
    let path = top.join(path_of(line(&path)));
    match fs::metadata(&path) {
        Ok(meta) if !meta.is_file() => Err(format!("`{}` is not a regular file; git would read it", path.display())),
        _ => Ok(()),
    }
}

/// The error message for a revision that does not exist.
fn no_revision(top: &Path, revision: &str) -> String {
    let text = format!("--since: `{revision}` is not a revision of the repository `{}`", top.display());
    let shallow = git::run(top, ["rev-parse", "--is-shallow-repository"]);
    match shallow.is_ok_and(|answer| answer.trim_ascii() == b"true") {
        true => format!(
            "{text}, which is a shallow clone: `fetch-depth: 0` for actions/checkout, or `git fetch --unshallow`, fetches the rest"
        ),
        false => text,
    }
}

/// A line that git writes, without its end: a path may end in a blank.
fn line(output: &[u8]) -> &[u8] {
    let line = output.strip_suffix(b"\n").unwrap_or(output);
    line.strip_suffix(b"\r").filter(|_| cfg!(windows)).unwrap_or(line)
}

fn path_of(name: &[u8]) -> PathBuf {
    PathBuf::from(os_text(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_data_are_those_in_the_directory_of_a_model_or_below() {
        let changed: HashSet<PathBuf> =
            ["/r/m/data/w.bin", "/r/m-2/w.bin", "/r/n/a.onnx", "/r/x.bin"].map(PathBuf::from).into();
        let data = ChangedData::new(&changed, false);
        for (folder, may) in [
            ("/r", true),
            ("/r/m", true),
            ("/r/m/data", true),
            ("/r/m-2", true),
            ("/r/m-1", false),
            ("/r/m/dat", false),
            ("/r/m/data/w", false),
            ("/r/n", false),
            ("/s", false),
        ] {
            assert_eq!(data.may_be_of(Path::new(folder)), may, "{folder}");
        }
        assert!(ChangedData::new(&changed, true).may_be_of(Path::new("/s")));
        assert!(!ChangedData::new(&HashSet::new(), true).may_be_of(Path::new("/s")));
    }

    #[test]
    fn very_many_changed_names_are_not_compared_with_each_model() {
        let changed: HashSet<PathBuf> = (0..200_000).map(|at| format!("/r/d/{at}.onnx").into()).collect();
        let data = ChangedData::new(&changed, false);
        assert!((0..200_000).all(|at| !data.may_be_of(Path::new(&format!("/r/{at}")))));
    }
}
