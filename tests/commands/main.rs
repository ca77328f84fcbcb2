//! The commands beside `lint`, `shapes` and `fold`, through the binary.
#![cfg(feature = "cli")]

mod diff;
#[path = "../folder/mod.rs"]
mod folder;
mod git;
mod graph;
mod manual;
mod op;
mod snap;

use std::fs;
use std::process::{Command, Stdio};

use folder::Folder;

const GOOD: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[N,3,H,W] x) => (float[N,H,W] y)
<int64[1] a = {1}>
{
  [relu] r = Relu (x)
  [rmin] y = ReduceMin <keepdims = 0> (r, a)
}
"#;

/// A chain of nodes, and one of them in a body.
fn chain(nodes: usize) -> String {
    let mut text = "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[N,3] v0) => (float[N,3] out)\n{\n".to_owned();
    for i in 0..nodes {
        text.push_str(&format!("  [n{i}] v{} = Relu (v{i})\n", i + 1));
    }
    text + &format!("  [last] out = Identity (v{nodes})\n}}\n")
}

/// Every command with its output on standard output, and what it prints there is never empty.
const COMMANDS: &[&[&str]] = &[
    &["op", "ReduceMin", "--in", "f32[2,3]"],
    &["completions", "bash"],
    &["man"],
    &["graph", "m.onnxtxt"],
    &["graph", "-f", "mermaid", "m.onnxtxt"],
    &["snap", "-q", "--check", "m.onnxtxt"],
    &["diff", "m.onnxtxt", "good.onnxtxt"],
    &["diff", "-f", "json", "m.onnxtxt", "m.onnxtxt"],
    &["lint", "-f", "concise", "--stdin-filename", "name", "m.onnxtxt", "-"],
];

#[cfg(unix)]
#[test]
fn a_person_who_waits_is_told_how_far_it_is() {
    let folder = (0..6).fold(Folder::new("progress"), |f, i| f.with(&format!("m/{i}.onnxtxt"), chain(40_000)));
    let program = env!("CARGO_BIN_EXE_shapewright");
    // `script` gives the program a terminal.
    let run = |flags: &str| {
        let start = std::time::Instant::now();
        let command = format!("'{program}' lint -j 1 {flags} m");
        let output = Command::new("script").args(["-qec", &command, "/dev/null"]).current_dir(&folder.0).output();
        (output, start.elapsed())
    };
    let (Ok(output), time) = run("") else { return eprintln!("no `script` here, so progress is not tried") };
    let text = String::from_utf8_lossy(&output.stdout);
    if time.as_secs() < 3 {
        return eprintln!("too fast for progress to be shown: {time:?}");
    }
    assert!(text.contains("of 6 files\r\u{1b}[2K"), "drawn, and taken away again: {text:?}");
    assert!(text.trim_end().ends_with("nothing to report."), "{text:?}");
    let quiet = run("--quiet").0.expect("it ran before");
    assert!(!String::from_utf8_lossy(&quiet.stdout).contains("of 6 files"));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let folder = Folder::new("pipe").with("m.onnxtxt", chain(3_000)).with("good.onnxtxt", GOOD);
    for arguments in COMMANDS {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = folder.command(arguments).stdout(writer).stderr(Stdio::piped()).output().expect("runs");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_exit_code_2() {
    let folder = Folder::new("full").with("m.onnxtxt", chain(3_000)).with("good.onnxtxt", GOOD);
    for arguments in COMMANDS {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let output = folder.command(arguments).stdout(full).stderr(Stdio::piped()).output().expect("runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to standard output"), "{arguments:?}");
    }
    // A snapshot that cannot be written whole leaves nothing behind. A limit of the shell stands for the disk.
    let program = env!("CARGO_BIN_EXE_shapewright");
    let script = format!("trap '' XFSZ; ulimit -f 0; exec '{program}' snap m.onnxtxt");
    let output = Command::new("bash").args(["-c", &script]).current_dir(&folder.0).output().expect("bash");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("cannot write to `m.onnxtxt.shapes`"), "{errors}");
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 2, "only the models");
}
