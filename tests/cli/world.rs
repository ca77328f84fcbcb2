//! What is around a model: other files, full disks, signals, and limits of the system.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::io::{Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::kill;
use nix::unistd::Pid;

use crate::folder::{Folder, skip};
use crate::pairs;

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
        ("w.bin/", "0", "8", "FM006"),
        ("./w.bin/.", "0", "8", "FM006"),
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
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("Checked 1 file "), "{output:?}");
}

/// Places of patterns that `--respect-gitignore` reads for the models in `r/m`.
const PATTERNS: [&str; 4] = ["r/.gitignore", "r/.git/info/exclude", "r/m/.gitignore", "r/m/sub/.gitignore"];

#[test]
fn patterns_of_ignored_files_are_read_only_from_regular_files() {
    let model = external("\"location\": \"w.bin\"");
    let lint = ["lint", "--no-weights", "--respect-gitignore", "r/m"];
    let checked = |folder: &Folder, files: &str| {
        let output = ends(folder, &lint);
        let (text, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.code() == Some(0) && text.starts_with(files), "{text}{errors}");
        errors.into_owned()
    };
    for (at, place) in PATTERNS.into_iter().enumerate() {
        let folder = Folder::new(&format!("patterns-{at}")).with("r/m/sub/b.onnxtxt", &model);
        folder.write("r/m/sub/a.onnxtxt", &model);
        folder.write(place, "b.*\n");
        assert_eq!(checked(&folder, "Checked 1 file "), "", "{place}");
        let path = folder.0.join(place);
        let special: [&dyn Fn(); 3] = [
            &|| symlink("/dev/zero", &path).expect("a link"),
            &|| assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success()),
            &|| fs::write(&path, "# a comment\n".repeat(30_000)).expect("a file"),
        ];
        for (make, why) in special.into_iter().zip(["not a regular file", "not a regular file", "65536 bytes"]) {
            fs::remove_file(&path).expect("a file");
            make();
            // What is not known to be ignored is checked.
            let errors = checked(&folder, "Checked 2 files");
            assert!(errors.contains("are not used") && errors.contains(why), "{place}: {errors}");
        }
    }
}

/// Patterns apply to all directories below their own, so those above one another are in memory at the same time.
#[test]
fn patterns_of_nested_directories_count_together() {
    let folder = Folder::new("nested-patterns");
    let deep = |depth: usize| vec!["d"; depth].join("/");
    for depth in 1..20 {
        folder.write(&format!("{}/.gitignore", deep(depth)), "# a comment\n".repeat(2_000));
    }
    folder.write(&format!("{}/m.onnxtxt", deep(19)), external("\"location\": \"w.bin\""));
    let (_, errors, code) = folder.says(&["lint", "--no-weights", "--respect-gitignore", "d"]);
    assert!(code == 0 && errors.lines().count() == 17, "{errors}");
}

/// A command that writes a file.
struct Writer {
    /// With the model last, if there is one.
    arguments: &'static [&'static str],
    /// The file that it writes.
    target: &'static str,
}

const fn writes(target: &'static str, arguments: &'static [&'static str]) -> Writer {
    Writer { arguments, target }
}

/// What `init` writes, and only if it does not exist.
const SAMPLE: &str = "shapewright.toml";

/// In place of the content of a file that does not exist.
const NO_FILE: &str = "no file";

/// Every command that writes. Some change the model itself.
const WRITERS: [Writer; 13] = [
    writes("out.onnxtxt", &["fold", "-o", "out.onnxtxt", "m.onnxtxt"]),
    writes("out.onnxtxt", &["annotate", "-o", "out.onnxtxt", "m.onnxtxt"]),
    writes("out.onnxtxt", &["specialize", "--bind", "N=4", "-o", "out.onnxtxt", "m.onnxtxt"]),
    writes("out.onnxtxt", &["extract", "--outputs", "y", "-o", "out.onnxtxt", "m.onnxtxt"]),
    writes("out.onnxtxt", &["convert", "-o", "out.onnxtxt", "m.onnxtxt"]),
    writes("out.html", &["lint", "-o", "html:out.html", "m.onnxtxt"]),
    writes("out.dot", &["graph", "-o", "out.dot", "-f", "dot", "m.onnxtxt"]),
    writes("m.onnxtxt.shapes", &["snap", "m.onnxtxt"]),
    writes("known.json", &["lint", "--write-baseline", "known.json", "m.onnxtxt"]),
    writes(SAMPLE, &["init"]),
    writes("m.onnxtxt", &["annotate", "--in-place", "m.onnxtxt"]),
    writes("m.onnxtxt", &["lint", "--fix", "m.onnxtxt"]),
    writes("m.onnxtxt", &["lint", "--add-ignores", "m.onnxtxt"]),
];

impl Writer {
    /// The model, which has a finding where that is what the command writes about.
    fn model(&self, op: &str) -> String {
        let model = large(op);
        let is_about_findings = self.arguments[0] == "lint" && self.target != "out.html";
        if is_about_findings { too_early(&model) } else { model }
    }

    /// What the target contains before: the model itself, or something older.
    fn before(&self) -> String {
        match self.target {
            "m.onnxtxt" => self.model("Relu"),
            "known.json" => "{\"schema_version\": 1, \"findings\": []}".to_owned(),
            SAMPLE => NO_FILE.to_owned(),
            _ => "old".to_owned(),
        }
    }

    /// Makes a folder as it is before the command.
    fn prepare(&self, folder: &Folder) {
        self.left(folder).iter().for_each(|name| fs::remove_file(folder.0.join(name)).expect("a file"));
        folder.write("m.onnxtxt", self.model("Relu"));
        match self.target {
            SAMPLE => drop(fs::remove_file(folder.0.join(SAMPLE))),
            target => folder.write(target, self.before()),
        }
    }

    /// What the target contains.
    fn now(&self, folder: &Folder) -> String {
        if folder.0.join(self.target).exists() { folder.text_of(self.target) } else { NO_FILE.to_owned() }
    }

    /// What the target contains after the command on the model with this operator.
    fn after(&self, folder: &Folder, op: &str) -> String {
        self.prepare(folder);
        folder.write("m.onnxtxt", self.model(op));
        let output = folder.run(self.arguments);
        assert!(output.status.code().is_some_and(|code| code < 2), "{:?}: {output:?}", self.arguments);
        let after = folder.text_of(self.target);
        assert!(after.len() > 100 && after != self.before(), "{:?} writes nothing", self.arguments);
        after
    }

    /// The files that a failure left.
    fn left(&self, folder: &Folder) -> Vec<String> {
        let names = fs::read_dir(&folder.0).expect("a folder").flatten();
        let names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| name != "m.onnxtxt" && name != self.target).collect()
    }
}

/// Starts a command without output.
pub fn quiet(mut command: Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs")
}

/// A model of several thousand nodes, whose text is longer than a pipe or a block.
fn large(op: &str) -> String {
    let mut text = "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[N,3] v0) => (float[N,3] y)\n{\n".to_owned();
    (0..4000).for_each(|at| text.push_str(&format!("  [n{at}] v{} = {op} (v{at})\n", at + 1)));
    text + LAST + "}\n"
}

/// The node that reads all others.
const LAST: &str = "  y = Identity (v4000)\n";

/// A model with its last node first, which is a finding that `--fix` repairs.
fn too_early(model: &str) -> String {
    model.replace(LAST, "").replace("\n{\n", &format!("\n{{\n{LAST}"))
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = Folder::new("full");
    for writer in WRITERS {
        writer.prepare(&folder);
        // Files may have no block; the signal of a larger one is ignored, so that writing fails as on a full disk.
        let output = limited(&folder, "trap '' XFSZ; ulimit -f 0", writer.arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{:?}: {errors}", writer.arguments);
        assert!(errors.contains("cannot write") && errors.contains(writer.target), "{:?}: {errors}", writer.arguments);
        assert_eq!(writer.now(&folder), writer.before(), "{:?}", writer.arguments);
        assert_eq!(writer.left(&folder), [""; 0], "{:?}", writer.arguments);
    }
}

/// The start of a command that may not write to a directory of mode 0555: root may, unless it gives up this capability.
pub fn unprivileged(folder: &Folder) -> Option<&'static [&'static str]> {
    let starts: [&[&str]; 2] = [&["env"], &["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"]];
    // A new name each time: root can make the first file, and whoever may not could still touch it.
    starts.into_iter().find(|start| {
        let mut command = Command::new(start[0]);
        command.args(&start[1..]).args(["sh", "-c", "! touch probe$$ 2> /dev/null"]);
        in_read_only(folder, &mut command).is_ok_and(|output| output.status.success())
    })
}

/// Runs a command in a folder that is read-only meanwhile.
pub fn in_read_only(folder: &Folder, command: &mut Command) -> std::io::Result<Output> {
    let set_mode = |mode| fs::set_permissions(&folder.0, Permissions::from_mode(mode)).expect("a permission");
    set_mode(0o555);
    let output = command.current_dir(&folder.0).output();
    set_mode(0o755);
    output
}

#[test]
fn a_folder_that_is_read_only_is_an_error() {
    let folder = Folder::new("read-only").with("m.onnxtxt", large("Relu"));
    let Some(start) = unprivileged(&folder) else {
        return skip("a read-only folder, to which root may write", "setpriv");
    };
    for writer in WRITERS {
        writer.prepare(&folder);
        let mut command = Command::new(start[0]);
        command.args(&start[1..]).arg(env!("CARGO_BIN_EXE_shapewright")).args(writer.arguments);
        let output = in_read_only(&folder, &mut command).expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{:?}: {errors}", writer.arguments);
        assert!(errors.contains("cannot write") && errors.contains(writer.target), "{:?}: {errors}", writer.arguments);
        assert_eq!(writer.now(&folder), writer.before(), "{:?}", writer.arguments);
        assert_eq!(writer.left(&folder), [""; 0], "{:?}", writer.arguments);
    }
}

/// The delays are parts of the time that the command takes, and end after it. The signals take turns; SIGINT is Ctrl-C.
#[test]
fn an_interrupted_command_leaves_the_old_file_or_a_whole_one() {
    const STEPS: u32 = 6;
    let signals = pairs::SIGNALS;
    let folder = Folder::new("interrupted");
    let (mut interrupted, mut ended) = (vec![0; signals.len()], 0);
    for (turn, writer) in WRITERS.iter().enumerate() {
        let whole = writer.after(&folder, "Relu");
        let start = Instant::now();
        writer.after(&folder, "Relu");
        let duration = start.elapsed();
        for step in 0..=STEPS + 2 {
            writer.prepare(&folder);
            let mut child = quiet(folder.interruptible_command(writer.arguments));
            std::thread::sleep(duration * step / STEPS);
            let at = (turn + step as usize) % signals.len();
            let _ = kill(Pid::from_raw(child.id().cast_signed()), signals[at]);
            let status = child.wait().expect("it ends");
            match status.signal() == Some(signals[at] as i32) {
                true => interrupted[at] += 1,
                false => ended += 1,
            }
            let left = writer.now(&folder);
            let is_whole = left == writer.before() || left == whole;
            assert!(is_whole, "{:?} {step} of {STEPS}, {status}: {} bytes", writer.arguments, left.len());
        }
    }
    let enough = WRITERS.len() / signals.len();
    assert!(interrupted.iter().all(|&count| count > enough), "{interrupted:?} were interrupted by {signals:?}");
    assert!(ended > 0, "all were interrupted");
}

/// The model changes between the runs, which write different files of different lengths.
#[test]
fn two_runs_write_a_whole_file() {
    let folder = Folder::new("twice");
    for writer in WRITERS {
        let known = ["Relu", "HardSwish"].map(|op| writer.after(&folder, op));
        writer.prepare(&folder);
        for _ in 0..3 {
            let mut children = Vec::new();
            for op in ["Relu", "HardSwish", "Relu"] {
                // A command that reads the file while it is replaced finds the old or the new one, because of the new name.
                folder.write("new", writer.model(op));
                fs::rename(folder.0.join("new"), folder.0.join("m.onnxtxt")).expect("a new name");
                children.push(quiet(folder.command(writer.arguments)));
            }
            for mut child in children {
                let code = child.wait().expect("it ends").code();
                // Only one makes a file that must not exist.
                let is_refused = code == Some(2) && writer.target == SAMPLE;
                assert!(is_refused || code.is_some_and(|code| code < 2), "{:?}", writer.arguments);
            }
            let together = writer.now(&folder);
            assert!(known.contains(&together), "{:?}: {} bytes", writer.arguments, together.len());
            assert_eq!(writer.left(&folder), [""; 0], "{:?}", writer.arguments);
        }
    }
}

/// As SECURITY.md says. The first model is mapped when the program reads the second one, of which a pipe holds only a part.
#[test]
fn a_large_file_that_is_truncated_while_it_is_used_ends_the_process() {
    const SIGBUS: i32 = if cfg!(target_os = "linux") { 7 } else { 10 };
    let text = |value: &str| {
        let values = vec![value; 1 << 20].join(",");
        format!(
            "<ir_version: 8, opset_import: [\"\" : 18]>\ng (int8[1048576] x) => (int8[1048576] y) \
             <int8[1048576] w = {{{values}}}> {{ y = Add (x, w) }}"
        )
    };
    let folder = Folder::new("truncated").with("old.onnxtxt", text("1")).with("new.onnxtxt", text("2"));
    for name in ["old", "new"] {
        let output = folder.run(&["convert", &format!("{name}.onnxtxt"), "-o", &format!("{name}.onnx")]);
        assert!(output.status.success(), "{output:?}");
    }
    let new = fs::read(folder.0.join("new.onnx")).expect("a file");
    let mut command = folder.command(&["diff", "old.onnx", "-", "--format", "json"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    let (first, rest) = new.split_at(new.len() / 2);
    input.write_all(first).expect("the program reads");
    let old = fs::File::options().write(true).open(folder.0.join("old.onnx")).expect("a file");
    old.set_len(4096).expect("a shorter file");
    input.write_all(rest).expect("the program reads");
    drop(input);
    assert_eq!(child.wait().expect("it ends").signal(), Some(SIGBUS));
}

/// A pipe is opened for writing only once the program reads it.
#[test]
fn a_pending_file_does_not_delay_the_reading_of_others() {
    let model =
        |nodes: &str| format!("<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[N] v0) => (y) {{\n{nodes}}}\n");
    let small = model("y = Exp (v0)\n");
    let nodes: String = (0..20_000).map(|i| format!("v{} = Exp (v{i})\n", i + 1)).collect();
    let large = model(&format!("{nodes}y = Exp (v20000)\n"));
    let unsorted = model("y = Exp (v1)\nv1 = Exp (v0)\n");
    for command in [&["shapes", "-f", "json"][..], &["lint", "--diff"], &["lint", "--fix"]] {
        let folder = Folder::new("pending").with("m/large.onnxtxt", &large).with("elsewhere/m.onnxtxt", &unsorted);
        // `--fix` does not write through a link.
        symlink("../elsewhere/m.onnxtxt", folder.0.join("m/link.onnxtxt")).expect("a link");
        let [first, last] = ["first.onnxtxt", "last.onnxtxt"].map(|name| {
            let path = folder.0.join(name);
            assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success());
            path
        });
        let mut command = folder.command(&[command, &["-j", "2", "first.onnxtxt", "m", "last.onnxtxt"]].concat());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        let (sender, is_read) = std::sync::mpsc::channel();
        let content = small.clone();
        std::thread::spawn(move || {
            fs::write(last, content).expect("the program reads");
            sender.send(()).expect("the test waits");
        });
        is_read.recv_timeout(Duration::from_secs(60)).expect("the last file is read");
        fs::write(first, &small).expect("the program reads");
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
        assert!(said.contains("link.onnxtxt"), "{said}");
    }
}

#[test]
fn a_closed_pipe_is_no_error_of_the_program() {
    let folder = Folder::new("pipe").with("m.onnxtxt", large("Relu")).with("other.onnxtxt", large("Exp"));
    let commands: [&[&str]; 7] = [
        &["lint", "-f", "html"],
        &["shapes"],
        &["shapes", "-f", "json"],
        &["print"],
        &["graph"],
        &["graph", "-f", "mermaid"],
        &["diff", "-f", "json", "other.onnxtxt"],
    ];
    for arguments in commands {
        let arguments = [arguments, &["m.onnxtxt"]].concat();
        // More than a pipe holds.
        assert!(folder.run(&arguments).stdout.len() > 1 << 16, "{arguments:?} writes little");
        let mut command = folder.command(&arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        // The reader takes the start, and closes the pipe.
        let mut start = [0; 10];
        child.stdout.take().expect("a pipe").read_exact(&mut start).expect("the start");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

/// The program below limits of the system.
pub fn limited(folder: &Folder, limits: &str, arguments: &[&str]) -> Output {
    let script = format!("{limits}; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_shapewright")]);
    folder.started_by(command, arguments).output().expect("it runs")
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

/// How much the program needs depends on how it is built, so the limits start where it cannot run, and end where it can. Other
/// systems than Linux have no such limit.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_leaves_the_old_file() {
    let folder = Folder::new("memory");
    for writer in WRITERS {
        let whole = writer.after(&folder, "Relu");
        let mut succeeded = Vec::new();
        for kilobytes in (1..16).map(|at| 8_000 * at).chain([2_000_000]) {
            writer.prepare(&folder);
            let output = limited(&folder, &format!("ulimit -v {kilobytes}"), writer.arguments);
            let left = writer.now(&folder);
            // The memory may be too little for the summary after the file.
            let succeeds = output.status.code().is_some_and(|code| code < 2);
            let is_old = !succeeds && left == writer.before();
            let what = writer.arguments;
            assert!(is_old || left == whole, "{what:?}, {kilobytes} KB: {} bytes, {output:?}", left.len());
            succeeded.push(succeeds);
        }
        let ends = (succeeded.first(), succeeded.last());
        assert_eq!(ends, (Some(&false), Some(&true)), "{:?}: {succeeded:?}", writer.arguments);
    }
}

/// Devices without an end. In the address space of these runs, what reads one to its end, or 4 GiB of it, reports that there is
/// no memory.
#[cfg(target_os = "linux")]
#[test]
fn devices_without_an_end_are_not_read_for_a_model() {
    let folder = Folder::new("endless").with("m/w.bin", [0; 8]);
    let model = external("\"location\": \"zero.bin\", \"offset\": \"0\", \"length\": \"8\"");
    folder.write("m/m.onnxtxt", &model);
    folder.write("m/named/shapewright.toml", "baseline = \"/dev/zero\"\n");
    folder.write("m/named/m.onnxtxt", &model);
    folder.write("m/own/m.onnxtxt", &model);
    folder.write("m/ir/m.xml", pairs::ir());
    for link in ["m/zero.bin", "m/other.onnx", "m/own/shapewright.toml", "m/m.onnxtxt.shapes", "m/ir/m.bin"] {
        symlink("/dev/zero", folder.0.join(link)).expect("a link");
    }
    let runs: [(&[&str], i32, &str); 11] = [
        (&["lint", "m/m.onnxtxt"], 1, "FM006"),
        (&["lint", "--allow-symlinks", "m/m.onnxtxt"], 1, "FM006"),
        (&["fold", "--dry-run", "m/m.onnxtxt"], 1, "FM006"),
        (&["lint", "m/ir"], 0, "FM006"),
        (&["lint", "--allow-symlinks", "m/ir"], 1, "FM004"),
        (&["lint", "--no-weights", "m/own"], 2, "the configuration `m/own/shapewright.toml` is not a regular file"),
        (&["lint", "--no-weights", "--isolated", "m/own"], 0, "Checked 1 file"),
        (&["lint", "m/named"], 2, "is not a regular file"),
        (&["snap", "--check", "m/m.onnxtxt"], 2, "is not a regular file"),
        (&["lint", "--config", "/dev/zero", "m/own"], 2, "it has more than 262144 bytes"),
        (&["lint", "--isolated", "--baseline", "/dev/zero", "m/own"], 2, "it has more than 268435456 bytes"),
    ];
    for (arguments, code, said) in runs {
        let output = limited(&folder, "ulimit -v 1000000", arguments);
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.contains(said) && !text.contains("memory"), "{arguments:?}: {text}");
    }
}

/// Nothing is read of files that are no models.
#[test]
fn a_folder_of_a_hundred_thousand_files_is_walked() {
    let folder = Folder::new("crowded").with("m/a.onnxtxt", large("Relu")).with("m/first.txt", "text");
    let first = folder.0.join("m/first.txt");
    for at in 0..100_000 {
        // File systems differ in how many names a file may have.
        let name = folder.0.join(format!("m/{at}.txt"));
        if fs::hard_link(&first, &name).is_err() {
            fs::write(&name, "text").expect("a file");
        }
    }
    let output = ends(&folder, &["lint", "m"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("Checked 1 file "), "{output:?}");
    fs::remove_dir_all(&folder.0).expect("an empty folder");
}
