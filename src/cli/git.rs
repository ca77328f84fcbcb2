//! Calls of git that run no program that the repository names.
//!
//! A repository may come from anywhere, and its own configuration names programs: hooks, filters, a file-system monitor, a
//! pager, differs, and what a fetch runs. `--since` only asks what has changed, so none of them is needed. Neither are the
//! files of patterns, attributes, and an order that it names, which may be pipes or devices without an end.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use super::path_key::os_text;

/// Settings of every call. They override all configuration files.
const SETTINGS: [(&str, &str); 5] = [
    ("core.fsmonitor", "false"),
    ("core.hooksPath", "/dev/null"),
    // Folders of a checked-out tree can look like a repository of their own.
    ("safe.bareRepository", "explicit"),
    ("diff.external", ""),
    // Git refuses an empty name.
    ("diff.orderFile", "/dev/null"),
];

/// The variable with the most bytes that git allocates at once.
const ALLOCATION_LIMIT: &str = "GIT_ALLOC_LIMIT";

/// Environment variables of every call.
const ENVIRONMENT: [(&str, &str); 8] = [
    // No index is written, so no hook has a reason to run.
    ("GIT_OPTIONAL_LOCKS", "0"),
    // A partial clone fetches missing objects with a program of its choice; the empty list also holds for versions of git
    // that do not know the first of the two.
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_ALLOW_PROTOCOL", ""),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_PAGER", "cat"),
    // Many files of a repository are read to their end, which a link to a device does not have. An object of 2 GiB, the
    // longest that a model can be, still fits.
    (ALLOCATION_LIMIT, "2g"),
    // The lines of this file are read without that limit.
    ("GIT_GRAFT_FILE", ""),
    // The first line of an error message is recognized and shown.
    ("LC_ALL", "C"),
];

/// The most settings of filters that are overridden: git takes quadratic time for them. A driver has up to four.
const MAX_SETTINGS: usize = 200;

/// How long a call may take. A repository can make git wait without end, with a pipe in the place of any file that it reads.
const MAX_TIME: Duration = Duration::from_secs(300);

/// Runs git in a directory, and returns its output. What the configuration includes must have been checked.
///
/// # Errors
/// Git does not exist, or reports an error.
pub(super) fn run<const N: usize>(folder: &Path, arguments: [&str; N]) -> Result<Vec<u8>, String> {
    let mut command = command(folder);
    for (number, (key, value)) in overridden(folder)?.into_iter().enumerate() {
        // Unlike with `-c`, the key may contain an equals sign.
        let variable = format!("SHAPEWRIGHT_SETTING_{number}");
        let mut setting = OsString::from("--config-env=");
        setting.push(key);
        setting.push(format!("={variable}"));
        command.arg(setting).env(variable, value);
    }
    output(command.args(arguments), MAX_TIME)
}

/// A call of git without what the repository may run, except filters, the names of which are not known in advance.
fn command(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("--no-pager").arg("-C").arg(folder).envs(ENVIRONMENT).env_remove("GIT_EXTERNAL_DIFF");
    for (key, value) in SETTINGS {
        command.arg("-c").arg(format!("{key}={value}"));
    }
    command
}

/// The settings of the repository's own configuration that name a filter, or a file to read, each with the value that the
/// user's configuration gives it, or none. Git compares a file of which it does not know whether it has changed after it ran
/// the filter of the file.
fn overridden(folder: &Path) -> Result<BTreeMap<OsString, OsString>, String> {
    let list = config(folder, &["--show-scope", "--includes"].map(AsRef::as_ref))?;
    let mut fields = list.split(|&byte| byte == 0);
    let (mut own, mut users) = (BTreeSet::new(), HashMap::new());
    while let (Some(scope), Some(setting)) = (fields.next(), fields.next()) {
        let mut parts = setting.splitn(2, |&byte| byte == b'\n');
        let (key, value) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        match is_of_user(scope) {
            _ if !names_a_program_or_file(key) => {}
            true => drop(users.insert(key, value)),
            false => drop(own.insert(key)),
        }
    }
    if own.len() > MAX_SETTINGS {
        return Err(format!(
            "the configuration of the repository has {} settings of filters; expected at most {MAX_SETTINGS}: remove \
             those that are not used from `.git/config`",
            own.len()
        ));
    }
    Ok(own.into_iter().map(|key| (os_text(key), os_text(users.get(key).copied().unwrap_or_default()))).collect())
}

/// The settings of a configuration, as git lists them with these options.
pub(super) fn config(folder: &Path, options: &[&OsStr]) -> Result<Vec<u8>, String> {
    output(command(folder).args(["config", "--null", "--list"]).args(options), MAX_TIME)
}

/// Whether settings of this scope are not the repository's own.
pub(super) fn is_of_user(scope: &[u8]) -> bool {
    matches!(scope, b"system" | b"global" | b"command")
}

/// Whether a setting names a program that compares files, or a file that is read to list them.
fn names_a_program_or_file(key: &[u8]) -> bool {
    key.starts_with(b"filter.") || matches!(key, b"core.excludesfile" | b"core.attributesfile")
}

/// The output of a command, which is ended if it takes longer.
fn output(command: &mut Command, longest: Duration) -> Result<Vec<u8>, String> {
    let cannot = |error: io::Error| format!("--since requires git: {error}");
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(cannot)?;
    let (stdout, stderr) = (collected(child.stdout.take()), collected(child.stderr.take()));
    // The streams end with the program.
    let start = Instant::now();
    let received = |stream: Receiver<Vec<u8>>| stream.recv_timeout(longest.saturating_sub(start.elapsed()));
    let (Ok(stdout), Ok(stderr)) = (received(stdout), received(stderr)) else {
        let _ = child.kill().and_then(|()| child.wait());
        return Err(format!(
            "git did not end within {} seconds; a pipe may be in the place of a file that it reads",
            longest.as_secs()
        ));
    };
    if child.wait().map_err(cannot)?.success() {
        return Ok(stdout);
    }
    let why = String::from_utf8_lossy(&stderr);
    Err(format!("git: {}", why.lines().next().unwrap_or_default().trim_start_matches("fatal: ")))
}

/// What a stream contains, once it ends.
fn collected(stream: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stream.map(|mut stream| stream.read_to_end(&mut bytes));
        // Nothing waits for it any longer if that took too long.
        let _ = sender.send(bytes);
    });
    receiver
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_waits_is_ended() {
        let wait = |seconds: &str, longest| output(Command::new("sleep").arg(seconds), longest);
        assert_eq!(wait("0", MAX_TIME), Ok(Vec::new()));
        let error = wait("600", Duration::from_millis(50)).expect_err("it takes longer");
        assert!(error.starts_with("git did not end within"), "{error}");
    }

    /// With a smaller limit, which takes less memory to reach.
    #[cfg(target_os = "linux")]
    #[test]
    fn git_reads_no_device_to_its_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let git =
            |arguments: &[&str]| output(command(folder.path()).args(arguments).env(ALLOCATION_LIMIT, "16m"), MAX_TIME);
        // Where git is not installed, there is nothing to try.
        if Command::new("git").arg("--version").output().is_err() {
            assert!(std::env::var_os("CI").is_none(), "`CI` is set, and `git` does not run");
            return;
        }
        git(&["init", "-q"]).expect("a repository");
        std::os::unix::fs::symlink("/dev/zero", folder.path().join(".git/commondir")).expect("a link");
        let error = git(&["rev-parse", "--show-toplevel"]).expect_err("a device");
        assert!(error.contains("over limit 16777216"), "{error}");
        let promised = (ALLOCATION_LIMIT.as_ref(), Some("2g".as_ref()));
        assert!(command(folder.path()).get_envs().any(|variable| variable == promised), "SECURITY.md promises 2 GiB");
    }
}
