//! A model and its data file, which are both old or both new, whenever Ctrl-C comes and whatever cannot be written.
#![cfg(unix)]

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Output};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::folder::{Folder, skip};
use crate::world::{in_read_only, limited, quiet, unprivileged};

const COUNT: usize = 50_000;

/// Those that wait; SIGINT is Ctrl-C. A process in the background may ignore all but SIGTERM, and so does a command that it starts.
#[cfg(target_os = "linux")]
pub const SIGNALS: &[Signal] = &[Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT];
#[cfg(not(target_os = "linux"))]
pub const SIGNALS: &[Signal] = &[Signal::SIGTERM];

/// Two constants and their sum, which `fold` makes one constant.
pub fn ir() -> String {
    let port = |id: usize| format!("<port id=\"{id}\" precision=\"FP32\"><dim>{COUNT}</dim></port>");
    let constant = |id: usize| {
        format!(
            "<layer id=\"{id}\" name=\"c{id}\" type=\"Const\" version=\"opset1\"><data element_type=\"f32\" \
             shape=\"{COUNT}\" offset=\"{}\" size=\"{}\"/><output>{}</output></layer>",
            4 * COUNT * id,
            4 * COUNT,
            port(0)
        )
    };
    let edge = |from: usize, from_port: usize, to: usize, to_port: usize| {
        format!("<edge from-layer=\"{from}\" from-port=\"{from_port}\" to-layer=\"{to}\" to-port=\"{to_port}\"/>")
    };
    format!(
        "<net name=\"m\" version=\"11\"><layers>{}{}<layer id=\"2\" name=\"a\" type=\"Add\" version=\"opset1\">\
         <input>{}{}</input><output>{}</output></layer><layer id=\"3\" name=\"r\" type=\"Result\" version=\"opset1\">\
         <input>{}</input></layer></layers><edges>{}{}{}</edges></net>",
        constant(0),
        constant(1),
        port(0),
        port(1),
        port(2),
        port(0),
        edge(0, 0, 2, 0),
        edge(1, 0, 2, 1),
        edge(2, 2, 3, 0)
    )
}

fn onnx() -> String {
    let elements = (0..COUNT / 4).map(|at| (at % 10).to_string()).collect::<Vec<_>>().join(",");
    format!(
        "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[{0}] x) => (float[{0}] y)\n<float[{0}] w = {{{elements}}}>\n\
         {{\n[add] y = Add (x, w)\n}}\n",
        COUNT / 4
    )
}

/// A command that writes two files.
struct Case {
    arguments: &'static [&'static str],
    files: [&'static str; 2],
    prepare: fn(&Folder),
}

const CASES: [Case; 2] = [
    Case {
        arguments: &["fold", "--in-place", "m.xml"],
        files: ["m.xml", "m.bin"],
        prepare: |folder| {
            folder.write("m.xml", ir());
            folder.write("m.bin", vec![1; 8 * COUNT]);
        },
    },
    Case {
        arguments: &["convert", "--external", "file", "--external-threshold", "0", "m.onnxtxt", "-o", "out.onnx"],
        files: ["out.onnx", "out.onnx.data"],
        prepare: |folder| {
            folder.write("m.onnxtxt", onnx());
            folder.write("out.onnx", "old");
            folder.write("out.onnx.data", "old");
        },
    },
];

impl Case {
    fn spawn(&self, folder: &Folder) -> Child {
        (self.prepare)(folder);
        quiet(folder.interruptible_command(self.arguments))
    }

    fn content(&self, folder: &Folder) -> [Vec<u8>; 2] {
        self.files.map(|file| fs::read(folder.0.join(file)).expect("a file"))
    }
}

/// The files that are being written.
fn unfinished(folder: &Folder) -> Vec<fs::DirEntry> {
    let entries = fs::read_dir(&folder.0).expect("a folder").flatten();
    entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(".shapewright-")).collect()
}

/// Interrupts a command so long after both files are being written, if it has not ended.
fn interrupted(folder: &Folder, case: &Case, signal: Signal, delay: Duration) -> ExitStatus {
    let mut child = case.spawn(folder);
    while unfinished(folder).len() < 2 && child.try_wait().expect("a state").is_none() {}
    let start = Instant::now();
    // A thread that sleeps wakes up too late.
    while start.elapsed() < delay {}
    let _ = kill(Pid::from_raw(child.id().cast_signed()), signal);
    child.wait().expect("it ends")
}

#[test]
fn interrupted_pairs_belong_together() {
    for (at, case) in CASES.iter().enumerate() {
        let folder = Folder::new(&format!("pair-{at}"));
        (case.prepare)(&folder);
        let old = case.content(&folder);
        assert_eq!(folder.run(case.arguments).status.code(), Some(0), "{:?}", case.arguments);
        let new = case.content(&folder);
        assert!(old[0] != new[0] && old[1] != new[1], "{:?} changes both files", case.arguments);
        for &signal in SIGNALS {
            let mut ended = [0; 2];
            for step in 0..40 {
                let status = interrupted(&folder, case, signal, Duration::from_micros(step * step * 10));
                let left = case.content(&folder);
                assert!(left == old || left == new, "{:?} after {step} steps: {status}", case.arguments);
                ended[usize::from(status.signal() == Some(signal as i32))] += 1;
                unfinished(&folder).iter().for_each(|entry| fs::remove_file(entry.path()).expect("a file"));
            }
            assert!(ended[0] > 0 && ended[1] > 0, "{:?}: {ended:?} by themselves and by {signal}", case.arguments);
        }
    }
}

/// Checks that a command failed, and left both files as they were and nothing beside them.
fn assert_old(folder: &Folder, case: &Case, old: &[Vec<u8>; 2], output: &Output) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{:?}: {errors}", case.arguments);
    assert!(errors.contains("cannot write"), "{:?}: {errors}", case.arguments);
    assert!(case.content(folder) == *old, "{:?}: {errors}", case.arguments);
    assert!(unfinished(folder).is_empty(), "{:?}: {errors}", case.arguments);
}

/// The limit is more than the model has, and less than its data file.
#[test]
fn a_disk_that_is_full_before_the_second_file_leaves_both() {
    for (at, case) in CASES.iter().enumerate() {
        let folder = Folder::new(&format!("full-pair-{at}"));
        (case.prepare)(&folder);
        let old = case.content(&folder);
        // Blocks of 512 bytes, or of 1,024 in some shells.
        for blocks in [0, 16] {
            let output = limited(&folder, &format!("trap '' XFSZ; ulimit -f {blocks}"), case.arguments);
            assert_old(&folder, case, &old, &output);
        }
        let output = folder.run(case.arguments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let [model, data] = case.content(&folder).map(|content| content.len());
        assert!(model < 16 * 512 && data > 16 * 1024, "{:?}: {model} and {data} bytes", case.arguments);
    }
}

#[test]
fn a_pair_in_a_folder_that_is_read_only_stays() {
    for (at, case) in CASES.iter().enumerate() {
        let folder = Folder::new(&format!("read-only-pair-{at}"));
        let Some(start) = unprivileged(&folder) else {
            return skip("a read-only folder, to which root may write", "setpriv");
        };
        (case.prepare)(&folder);
        let old = case.content(&folder);
        let mut command = Command::new(start[0]);
        command.args(&start[1..]).arg(env!("CARGO_BIN_EXE_shapewright")).args(case.arguments);
        let output = in_read_only(&folder, &mut command).expect("it runs");
        assert_old(&folder, case, &old, &output);
    }
}
