//! Calls of git that run no program that the repository names.
//!
//! A repository may come from anywhere, and its own configuration names programs: hooks, filters, a file-system monitor, a
//! pager, differs, and what a fetch runs. `--since` only asks what has changed, so none of them is needed.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;

/// Settings of every call. They override all configuration files.
const SETTINGS: [(&str, &str); 4] = [
    ("core.fsmonitor", "false"),
    ("core.hooksPath", "/dev/null"),
    // Folders of a checked-out tree can look like a repository of their own.
    ("safe.bareRepository", "explicit"),
    ("diff.external", ""),
];

/// Environment variables of every call.
const ENVIRONMENT: [(&str, &str); 6] = [
    // No index is written, so no hook has a reason to run.
    ("GIT_OPTIONAL_LOCKS", "0"),
    // A partial clone fetches missing objects with a program of its choice; the empty list also holds for versions of git
    // that do not know the first of the two.
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_ALLOW_PROTOCOL", ""),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_PAGER", "cat"),
    // The first line of an error message is recognized and shown.
    ("LC_ALL", "C"),
];

/// Runs git in a directory, and returns its output.
///
/// # Errors
/// Git does not exist, or reports an error.
pub(super) fn run<const N: usize>(folder: &Path, arguments: [&str; N]) -> Result<Vec<u8>, String> {
    let mut command = command(folder);
    for (number, (key, value)) in filters(folder)?.into_iter().enumerate() {
        // Unlike with `-c`, the key may contain an equals sign.
        let variable = format!("SHAPEWRIGHT_FILTER_{number}");
        let mut setting = OsString::from("--config-env=");
        setting.push(key);
        setting.push(format!("={variable}"));
        command.arg(setting).env(variable, value);
    }
    output(command.args(arguments))
}

/// A call of git without what the repository may run, except filters, whose names are not known in advance.
fn command(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("--no-pager").arg("-C").arg(folder).envs(ENVIRONMENT).env_remove("GIT_EXTERNAL_DIFF");
    for (key, value) in SETTINGS {
        command.arg("-c").arg(format!("{key}={value}"));
    }
    command
}

/// The filters that the repository's own configuration sets, each with the value that the user's configuration gives it, or
/// none. Git compares a file of which it does not know whether it has changed after it ran the filter of the file.
fn filters(folder: &Path) -> Result<Vec<(OsString, OsString)>, String> {
    let list = ["config", "--null", "--show-scope", "--includes", "--list"];
    let list = output(command(folder).args(list))?;
    let mut fields = list.split(|&byte| byte == 0);
    let (mut own, mut users) = (Vec::new(), Vec::new());
    while let (Some(scope), Some(setting)) = (fields.next(), fields.next()) {
        let mut parts = setting.splitn(2, |&byte| byte == b'\n');
        let (key, value) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let list = if matches!(scope, b"system" | b"global" | b"command") { &mut users } else { &mut own };
        if key.starts_with(b"filter.") {
            list.push((key, value));
        }
    }
    let of_user = |key: &[u8]| users.iter().rev().find(|(other, _)| *other == key).map_or(&b""[..], |(_, value)| value);
    Ok(own.iter().map(|(key, _)| (os_text(key), os_text(of_user(key)))).collect())
}

fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("--since requires git: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let why = String::from_utf8_lossy(&output.stderr);
    Err(format!("git: {}", why.lines().next().unwrap_or_default().trim_start_matches("fatal: ")))
}

/// Bytes that git wrote, such as a path.
#[cfg(unix)]
pub(super) fn os_text(bytes: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStrExt;
    OsStr::from_bytes(bytes).to_owned()
}

#[cfg(not(unix))]
pub(super) fn os_text(bytes: &[u8]) -> OsString {
    OsStr::new(&*String::from_utf8_lossy(bytes)).to_owned()
}
