//! Every command and every format with a closed pipe and with a full disk.

use std::fs;
#[cfg(unix)]
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use super::forms::report_formats;
use super::{GOOD, chain};
use crate::folder::Folder;

/// Every command that prints to standard output. The output is never empty, and the exit code is 0 if it can be
/// printed.
const COMMANDS: &[&[&str]] = &[
    &["lint", "m.onnxtxt"],
    &["m.onnxtxt"],
    &["lint", "-f", "concise", "--stdin-filename", "name", "m.onnxtxt", "-"],
    &["lint", "--statistics", "--extend-select", "style", "m.onnxtxt"],
    &["lint", "-f", "json", "m.onnxtxt"],
    &["lint", "-f", "jsonl", "m.onnxtxt"],
    &["lint", "-f", "sarif", "m.onnxtxt"],
    &["lint", "-f", "gitlab", "m.onnxtxt"],
    &["lint", "-f", "junit", "m.onnxtxt"],
    &["lint", "-f", "markdown", "m.onnxtxt"],
    &["lint", "-f", "html", "m.onnxtxt"],
    &["lint", "-f", "github", "--fail-on", "never", "bad.onnxtxt"],
    &["shapes", "m.onnxtxt"],
    &["shapes", "-f", "json", "m.onnxtxt"],
    &["shapes", "-f", "jsonl", "m.onnxtxt"],
    &["shapes", "--why", "y", "good.onnxtxt"],
    &["inspect", "m.onnxtxt"],
    &["inspect", "-f", "json", "m.onnxtxt"],
    &["inspect", "-f", "jsonl", "m.onnxtxt"],
    &["fold", "--dry-run", "--report", "m.onnxtxt"],
    &["fold", "--dry-run", "-f", "json", "m.onnxtxt"],
    &["annotate", "--dry-run", "-f", "json", "m.onnxtxt"],
    &["extract", "--outputs", "v3000", "--dry-run", "-f", "json", "m.onnxtxt"],
    &["convert", "--dry-run", "-f", "json", "m.onnxtxt"],
    &["specialize", "--dry-run", "-f", "json", "--input-shape", "v0:[2,3]", "m.onnxtxt"],
    &["print", "m.onnxtxt"],
    &["diff", "--exit-zero", "m.onnxtxt", "good.onnxtxt"],
    &["diff", "-f", "json", "m.onnxtxt", "m.onnxtxt"],
    &["graph", "m.onnxtxt"],
    &["graph", "-f", "mermaid", "m.onnxtxt"],
    &["op", "ReduceMin", "--in", "f32[2,3]"],
    &["explain", "OP102"],
    &["explain", "ReduceMin"],
    &["rules"],
    &["config"],
    &["schema", "lint"],
    &["schema", "shapes"],
    &["schema", "inspect"],
    &["schema", "config"],
    &["completions", "bash"],
    &["man"],
    &["man", "lint"],
    &["help"],
    &["lint", "--help"],
    &["--version"],
];
/// What it prints is a difference, which is exit code 1.
const CHECK: &[&str] = &["snap", "-q", "--check", "m.onnxtxt"];
/// Commands that write a file: their exit code under a limit on its size, and the file that they cannot write.
#[cfg(target_os = "linux")]
const WRITERS: &[(&str, &str)] = &[
    ("snap m.onnxtxt", "m.onnxtxt.shapes"),
    ("init", "shapewright.toml"),
    ("fold m.onnxtxt -o out.onnxtxt", "out.onnxtxt"),
    ("annotate m.onnxtxt -o out.onnxtxt", "out.onnxtxt"),
    ("extract m.onnxtxt --outputs v3000 -o out.onnxtxt", "out.onnxtxt"),
    ("convert m.onnxtxt -o out.onnx", "out.onnx"),
    ("specialize m.onnxtxt -o out.onnxtxt --bind N=2", "out.onnxtxt"),
    ("lint m.onnxtxt -o sarif:out.sarif", "out.sarif"),
    ("lint m.onnxtxt --write-baseline known.json", "known.json"),
];

fn folder(name: &str) -> Folder {
    let bad = GOOD.replace("{1}", "{9}");
    Folder::new(name).with("m.onnxtxt", chain(3_000)).with("good.onnxtxt", GOOD).with("bad.onnxtxt", bad)
}

/// Runs a command with its output there.
fn into(folder: &Folder, arguments: &[&str], place: impl Into<Stdio>) -> Output {
    folder.command(arguments).stdout(place).stderr(Stdio::piped()).output().expect("runs")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn every_command_is_covered() {
    let folder = Folder::new("all");
    let (help, ..) = folder.says(&["--help"]);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let tried: Vec<&str> = COMMANDS.iter().chain([&CHECK]).map(|arguments| arguments[0]).collect();
    for command in listed.filter_map(|line| line.split_whitespace().next()) {
        // `init` only writes a file.
        assert!(tried.contains(&command) || command == "init", "`{command}` is not tried");
    }
    for format in report_formats(&folder) {
        // `full` is the default.
        let named = COMMANDS.iter().any(|arguments| arguments[0] == "lint" && arguments.contains(&&*format));
        assert!(named || format == "full", "add `lint -f {format}` to `COMMANDS`");
    }
}

#[cfg(unix)]
#[test]
fn closed_pipe_ends_the_program_silently() {
    let folder = folder("pipe");
    for arguments in COMMANDS.iter().chain([&CHECK]) {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = into(&folder, arguments, writer);
        assert_eq!(errors(&output), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

/// Programs that leave a file behind if they run, each in a directory that alone is searched for programs.
#[cfg(unix)]
fn programs(folder: &Folder) -> String {
    use std::os::unix::fs::PermissionsExt;
    let names = ["git", "dot", "sh", "bash", "env", "less", "more", "cat", "vi", "nano", "python", "python3"];
    for name in names.into_iter().chain(["curl", "wget", "ssh", "xdg-open", "open", "man", "tput", "stty"]) {
        folder.write(&format!("bin/{name}"), format!("#!/bin/sh\n: > '{}/{name}.ran'\n", folder.0.display()));
        fs::set_permissions(folder.0.join("bin").join(name), fs::Permissions::from_mode(0o755)).expect("a program");
    }
    folder.0.join("bin").display().to_string()
}

/// The programs that ran so far.
#[cfg(unix)]
fn ran(folder: &Folder) -> Vec<String> {
    let names = fs::read_dir(&folder.0).expect("a folder").flatten().map(|entry| entry.file_name());
    names.filter_map(|name| Some(name.to_string_lossy().strip_suffix(".ran")?.to_owned())).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn no_command_starts_a_program() {
    let folder = folder("programs");
    let path = programs(&folder);
    let run = |arguments: &[&str]| {
        let mut command = folder.command(arguments);
        command.env("PATH", &path).env("PAGER", "less").env("EDITOR", "vi").env("BROWSER", "xdg-open");
        command.output().expect("runs").status.code()
    };
    for arguments in COMMANDS.iter().chain([&CHECK]) {
        run(arguments);
        assert_eq!(ran(&folder), [""; 0], "{arguments:?}");
    }
    for (command, target) in WRITERS {
        let arguments: Vec<&str> = command.split(' ').collect();
        assert_eq!(run(&arguments), Some(0), "{command}");
        assert!(folder.0.join(target).exists() && ran(&folder).is_empty(), "{command}: {:?}", ran(&folder));
    }
    // They would run.
    run(&["graph", "--render", "-o", "out.svg", "m.onnxtxt"]);
    assert_eq!(ran(&folder), ["dot"]);
    run(&["lint", "--since", "HEAD", "m.onnxtxt"]);
    assert!(ran(&folder).contains(&"git".to_owned()));
}

/// All files of Rust code below a folder.
#[cfg(unix)]
fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => sources(&path, into),
            false => into.push(path),
        }
    }
}

/// A program that is named by its whole path is not found in a directory.
#[cfg(unix)]
#[test]
fn two_files_of_the_source_start_programs_and_none_uses_the_network() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let with = |words: &[&str]| {
        let has =
            |path: &&PathBuf| fs::read_to_string(path).is_ok_and(|code| words.iter().any(|word| code.contains(word)));
        let found = files.iter().filter(has).map(|path| path.strip_prefix(&root).expect("below").display().to_string());
        let mut names: Vec<_> = found.collect();
        names.sort();
        names
    };
    assert_eq!(with(&["process::Command", "process::{Command"]), ["cli/git.rs", "cli/graphviz.rs"]);
    assert_eq!(with(&["std::net", "os::unix::net", "TcpStream"]), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_exit_code_2() {
    let folder = folder("full");
    for arguments in COMMANDS.iter().chain([&CHECK]) {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let output = into(&folder, arguments, full);
        assert!(errors(&output).contains("cannot write to standard output"), "{arguments:?}: {}", errors(&output));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

/// A limit of the shell simulates a full disk.
#[cfg(target_os = "linux")]
#[test]
fn incompletely_written_file_is_exit_code_2() {
    let program = env!("CARGO_BIN_EXE_shapewright");
    for (arguments, file) in WRITERS {
        let folder = folder("limit");
        let script = format!("trap '' XFSZ; ulimit -f 0; exec '{program}' {arguments}");
        let output = Command::new("bash").args(["-c", &script]).current_dir(&folder.0).output().expect("bash");
        let errors = errors(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {errors}");
        assert!(errors.contains("cannot write") && errors.contains(file), "{arguments}: {errors}");
        // Nothing is left of it, unless the caller named the file for a report.
        let left = fs::metadata(folder.0.join(file)).map_or(0, |file| file.len());
        assert_eq!(left, 0, "{arguments}");
    }
}
