//! What is around a model: other files, full disks, signals, and limits of the system.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::folder::Folder;

/// A model whose only constant has these entries of external data. Text states them as they are in the file.
fn external(entries: &str) -> String {
    format!(
        "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[2] x) => (float[2] y)\n\
         <float[2] w = [{entries}]>\n{{\n[add] y = Add (x, w)\n}}\n"
    )
}

/// The program, which must end by itself soon: it waits for no writer of a pipe.
fn ends(folder: &Folder, arguments: &[&str]) -> Output {
    let mut child = folder.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    let start = Instant::now();
    while child.try_wait().expect("a state").is_none() {
        if start.elapsed() > Duration::from_secs(60) {
            child.kill().expect("it ends");
            panic!("{arguments:?} waits");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("output")
}

/// The codes of the findings on weights, and whether anything else went wrong.
fn codes(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let output = ends(folder, &[&["lint", "-f", "json"], arguments].concat());
    assert!(output.status.code().is_some_and(|code| code < 2), "{arguments:?}: {output:?}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let findings = report["diagnostics"].as_array().expect("a list").iter();
    findings.map(|finding| finding["code"].as_str().expect("a code").to_owned()).collect()
}

#[test]
fn external_data_is_read_only_from_regular_files_in_the_folder() {
    let folder = Folder::new("external").with("inside/w.bin", [0; 64]).with("outside.bin", [0; 64]);
    let inside = folder.0.join("inside");
    symlink("../outside.bin", inside.join("link.bin")).expect("a link");
    symlink("..", inside.join("up")).expect("a link");
    symlink("/dev/zero", inside.join("zero.bin")).expect("a link");
    fs::hard_link(folder.0.join("outside.bin"), inside.join("hard.bin")).expect("a link");
    fs::create_dir(inside.join("folder.bin")).expect("a folder");
    let fifo = Command::new("mkfifo").arg(inside.join("fifo.bin")).status();
    let absolute = folder.0.join("outside.bin").display().to_string();
    let cases = [
        ("w.bin", "0", "8", ""),
        ("./w.bin", "56", "8", ""),
        // Caches and build systems link files; a link of this kind cannot lead out of what its maker could read.
        ("hard.bin", "0", "8", ""),
        ("../outside.bin", "0", "8", "FM006"),
        ("../inside/w.bin", "0", "8", "FM006"),
        (&absolute, "0", "8", "FM006"),
        ("/dev/zero", "0", "8", "FM006"),
        ("link.bin", "0", "8", "FM006"),
        ("up/outside.bin", "0", "8", "FM006"),
        ("zero.bin", "0", "8", "FM006"),
        ("folder.bin", "0", "8", "FM006"),
        ("fifo.bin", "0", "8", "FM006"),
        ("w.bin/x", "0", "8", "FM004"),
        ("none.bin", "0", "8", "FM004"),
        ("w.bin", "57", "8", "FM005"),
        ("w.bin", "9223372036854775807", "8", "FM005"),
        ("w.bin", "9223372036854775808", "8", "FM005"),
        ("w.bin", "18446744073709551615", "8", "FM005"),
        ("w.bin", "0", "9223372036854775808", "FM005"),
        ("w.bin", "0", "18446744073709551615", "FM005"),
        ("w.bin", "18446744073709551616", "8", "FM019"),
        ("w.bin", "-1", "8", "FM019"),
        ("w.bin", "0", "-8", "FM019"),
        ("w.bin", "0", "1e1", "FM019"),
    ];
    for (location, offset, length, code) in cases {
        if location == "fifo.bin" && !fifo.as_ref().is_ok_and(|status| status.success()) {
            continue;
        }
        let entries = format!("\"location\": \"{location}\", \"offset\": \"{offset}\", \"length\": \"{length}\"");
        folder.write("inside/m.onnxtxt", external(&entries));
        let expected: &[&str] = if code.is_empty() { &[] } else { &[code] };
        assert_eq!(codes(&folder, &["inside/m.onnxtxt"]), expected, "{location} {offset} {length}");
        // Folding reads the values, and never those of a file that is refused.
        let output = ends(&folder, &["fold", "inside/m.onnxtxt", "--dry-run"]);
        assert!(output.status.code().is_some_and(|code| code < 3), "{location}: {output:?}");
    }
}

#[test]
fn devices_and_pipes_in_a_folder_are_not_models() {
    let folder =
        Folder::new("devices").with("m/a.onnxtxt", external("\"location\": \"w.bin\"")).with("m/w.bin", [0; 8]);
    symlink("/dev/zero", folder.0.join("m/zero.onnx")).expect("a link");
    symlink(".", folder.0.join("m/loop")).expect("a link");
    let _ = Command::new("mkfifo").arg(folder.0.join("m/fifo.onnx")).status();
    let _ = Command::new("mkfifo").arg(folder.0.join("m/w.xml")).status();
    let output = ends(&folder, &["lint", "m"]);
    assert!(
        String::from_utf8_lossy(&output.stderr).starts_with("1 file:") || output.status.code() == Some(0),
        "{output:?}"
    );
}

/// Each command that writes a file, with the model last.
const WRITERS: [&[&str]; 7] = [
    &["fold", "-o", "out.onnxtxt"],
    &["annotate", "-o", "out.onnxtxt"],
    &["specialize", "--bind", "N=4", "-o", "out.onnxtxt"],
    &["extract", "--outputs", "y", "-o", "out.onnxtxt"],
    &["convert", "-o", "out.onnxtxt"],
    &["lint", "-o", "out.onnxtxt", "-f", "html"],
    &["graph", "-o", "out.onnxtxt", "-f", "dot"],
];

/// A model of several thousand nodes, whose text is longer than a pipe or a block.
fn large() -> String {
    let mut text = "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[N,3] v0) => (float[N,3] y)\n{\n".to_owned();
    (0..4000).for_each(|at| text.push_str(&format!("  [n{at}] v{} = Relu (v{at})\n", at + 1)));
    text + "  y = Identity (v4000)\n}\n"
}

/// The files of a folder other than these.
fn others(folder: &Path, known: &[&str]) -> Vec<String> {
    let names =
        fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| !known.contains(&name.as_str())).collect()
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = Folder::new("full").with("m.onnxtxt", large());
    for arguments in WRITERS {
        folder.write("out.onnxtxt", "old");
        // Files may have 8 blocks; the signal of a larger one is ignored, so that writing fails as on a full disk.
        let script = "trap '' XFSZ; ulimit -f 8; exec \"$@\"";
        let output = Command::new("sh")
            .args(["-c", script, "sh", env!("CARGO_BIN_EXE_shapewright")])
            .args([arguments, &["m.onnxtxt"]].concat())
            .current_dir(&folder.0)
            .output()
            .expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains("cannot write") && errors.contains("out.onnxtxt"), "{arguments:?}: {errors}");
        assert_eq!(folder.text_of("out.onnxtxt"), "old", "{arguments:?}");
        assert_eq!(others(&folder.0, &["m.onnxtxt", "out.onnxtxt"]), [""; 0], "{arguments:?}");
    }
}

#[test]
fn an_interrupted_command_leaves_the_old_file_or_a_whole_one() {
    let folder = Folder::new("interrupted").with("m.onnxtxt", large());
    for arguments in WRITERS {
        let arguments = [arguments, &["m.onnxtxt"]].concat();
        assert!(folder.run(&arguments).status.code().is_some_and(|code| code < 2), "{arguments:?}");
        let whole = folder.text_of("out.onnxtxt");
        for delay in [0, 20, 60, 120] {
            folder.write("out.onnxtxt", "old");
            let mut child =
                folder.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
            std::thread::sleep(Duration::from_millis(delay));
            let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
            child.wait().expect("it ends");
            let left = folder.text_of("out.onnxtxt");
            assert!(left == "old" || left.len() == whole.len(), "{arguments:?} {delay} ms: {} bytes", left.len());
        }
    }
}

#[test]
fn two_runs_write_a_whole_file() {
    let folder = Folder::new("twice").with("m.onnxtxt", large());
    for arguments in WRITERS {
        let arguments = [arguments, &["m.onnxtxt"]].concat();
        let run = || folder.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
        let children = [run(), run(), run()];
        for mut child in children {
            assert!(child.wait().expect("it ends").code().is_some_and(|code| code < 2), "{arguments:?}");
        }
        let together = folder.text_of("out.onnxtxt");
        assert!(folder.run(&arguments).status.code().is_some_and(|code| code < 2), "{arguments:?}");
        assert_eq!(together.len(), folder.text_of("out.onnxtxt").len(), "{arguments:?}");
        assert_eq!(others(&folder.0, &["m.onnxtxt", "out.onnxtxt"]), [""; 0], "{arguments:?}");
    }
}

#[test]
fn a_closed_pipe_is_no_error_of_the_program() {
    let folder = Folder::new("pipe").with("m.onnxtxt", large());
    let commands: [&[&str]; 9] = [
        &["lint", "--min-level", "note", "-f", "json"],
        &["lint", "-f", "html"],
        &["shapes"],
        &["shapes", "-f", "json"],
        &["print"],
        &["inspect"],
        &["graph"],
        &["convert", "-o", "/dev/stdout"],
        &["rules"],
    ];
    for arguments in commands {
        let model: &[&str] = if arguments[0] == "rules" { &[] } else { &["m.onnxtxt"] };
        let mut command = folder.command(&[arguments, model].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!errors.contains("panicked") && output.status.code() != Some(3), "{arguments:?}: {errors}");
    }
}

/// The program below limits of the system.
fn limited(folder: &Folder, limits: &str, arguments: &[&str]) -> Output {
    let script = format!("{limits}; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_shapewright")]).args(arguments).current_dir(&folder.0);
    command.output().expect("it runs")
}

#[test]
fn many_files_need_few_descriptors() {
    let folder = Folder::new("many");
    let entries = "\"location\": \"w.bin\", \"offset\": \"0\", \"length\": \"8\"";
    folder.write("m/w.bin", [0; 8]);
    (0..500).for_each(|at| folder.write(&format!("m/{at:04}.onnxtxt"), external(entries)));
    let output = limited(&folder, "ulimit -n 24", &["lint", "m"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert!(
        errors.starts_with("500 files") || String::from_utf8_lossy(&output.stdout).contains("500 files"),
        "{output:?}"
    );
}

#[test]
fn a_small_stack_is_enough() {
    let mut text = "y = Relu (x)".to_owned();
    for at in 0..200 {
        text = format!(
            "y = If (c) <then_branch = t{at} () => (float[2] y) {{ {text} }}, else_branch = e{at} () => (float[2] y) {{ y = Exp (x) }}>"
        );
    }
    let model =
        format!("<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[2] x, bool c) => (float[2] y) {{ {text} }}\n");
    let folder = Folder::new("stack").with("m.onnxtxt", model);
    for arguments in [
        &["lint", "m.onnxtxt"][..],
        &["shapes", "-q", "m.onnxtxt"],
        &["print", "m.onnxtxt"],
        &["fold", "--dry-run", "m.onnxtxt"],
    ] {
        let output = limited(&folder, "ulimit -s 512", arguments);
        assert!(output.status.code().is_some_and(|code| code < 2), "{arguments:?}: {output:?}");
    }
}

#[test]
fn too_little_memory_leaves_the_old_file() {
    let folder = Folder::new("memory").with("m.onnxtxt", large()).with("out.onnxtxt", "old");
    let output = limited(&folder, "ulimit -v 24000", &["fold", "m.onnxtxt", "-o", "out.onnxtxt"]);
    assert!(output.status.success() || folder.text_of("out.onnxtxt") == "old", "{output:?}");
}
