//! The program on randomly mutated files: it exits with 0 or 1, in at most 256 MB.
//!
//! This runs a few hundred files. To run more, and also every truncation of every small file, but not `format_mutations`, which
//! reads the same variable:
//!
//! ```sh
//! SHAPEWRIGHT_MUTATIONS=100000 cargo test --release --test robustness -- mutations:: --skip format_mutations::
//! ```
//!
//! The system enforces the bound: the address space is limited, so a process that needs more is terminated, and its exit code
//! shows this. Unix only, because of `ulimit`.
#![cfg(all(unix, feature = "cli"))]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use crate::mutate::{Random, mutate};

/// Files that one process reads.
const BATCH: usize = 100;
const MEGABYTES: usize = 256;

/// A small file of `testdata`: its name and bytes, and the weights next to it.
struct Seed {
    name: String,
    bytes: Vec<u8>,
    weights: Option<Vec<u8>>,
}

fn seeds() -> Vec<Seed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let mut seeds = Vec::new();
    for folder in ["onnx", "openvino", "foreign"] {
        for entry in fs::read_dir(root.join(folder)).expect("testdata").flatten() {
            let name = entry.file_name().into_string().expect("a UTF-8 name");
            if name.ends_with(".bin") || name.ends_with(".data") {
                continue;
            }
            let weights = name.ends_with(".xml").then(|| fs::read(entry.path().with_extension("bin")).ok()).flatten();
            seeds.push(Seed { bytes: fs::read(entry.path()).expect("a file"), name, weights });
        }
    }
    seeds.sort_by(|a, b| a.name.cmp(&b.name));
    seeds
}

/// A folder for the files of one batch, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn write(&self, index: usize, seed: &Seed, bytes: &[u8]) -> String {
        let extension = seed.name.rsplit('.').next().unwrap_or("onnx");
        let name = format!("{index}.{extension}");
        fs::write(self.0.join(&name), bytes).expect("the file can be written");
        if let Some(weights) = &seed.weights {
            fs::write(self.0.join(format!("{index}.bin")), weights).expect("the file can be written");
        }
        name
    }

    /// Runs the program on these files, and returns what is wrong with its exit.
    fn run(&self, command: &str, files: &[String]) -> Option<String> {
        let limit = format!("ulimit -v {}; exec \"$0\" \"$@\"", MEGABYTES << 10);
        let program = env!("CARGO_BIN_EXE_shapewright");
        // One thread: stacks and arenas of others would count against the limit.
        let arguments = [command, "--format", "jsonl", "-j", "1"];
        let mut sh = Command::new("sh");
        sh.args(["-c", &limit, program]).args(arguments).args(files).current_dir(&self.0).stdout(Stdio::null());
        let output = sh.stderr(Stdio::piped()).output().expect("sh runs");
        match output.status.code() {
            Some(0 | 1) => None,
            _ => Some(format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr))),
        }
    }

    /// Runs a batch; if it fails, file by file, so that the failure names its file.
    fn check(&self, command: &str, files: &[String]) {
        if self.run(command, files).is_none() {
            return;
        }
        for file in files {
            if let Some(failure) = self.run(command, std::slice::from_ref(file)) {
                let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("failed-{file}"));
                let _ = fs::copy(self.0.join(file), &kept);
                panic!("{command} {}: {failure}", kept.display());
            }
        }
        panic!("{command}: {} files fail together, but none of them alone: {}", files.len(), self.0.display());
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

fn count() -> Option<usize> {
    env::var("SHAPEWRIGHT_MUTATIONS").ok().map(|n| n.parse().expect("SHAPEWRIGHT_MUTATIONS is a number"))
}

#[test]
fn mutated_files_produce_a_report() {
    let seeds = seeds();
    let folder = Folder::new("mutations");
    let mut random = Random::new(7);
    let indices: Vec<usize> = (0..count().unwrap_or(600)).collect();
    for (batch, indices) in indices.chunks(BATCH).enumerate() {
        let mutated = |index: usize| {
            let (seed, other) = (&seeds[random.below(seeds.len())], &seeds[random.below(seeds.len())]);
            folder.write(index, seed, &mutate(&seed.bytes, &other.bytes, &mut random))
        };
        let files: Vec<String> = (0..indices.len()).map(mutated).collect();
        folder.check(["lint", "shapes", "inspect"][batch % 3], &files);
    }
}

#[test]
fn truncated_files_produce_a_report() {
    let folder = Folder::new("truncations");
    let few = count().is_none();
    for seed in seeds().iter().filter(|s| !few || s.name == "dynamic.onnx" || s.name == "layer.xml") {
        let ends: Vec<usize> = (0..seed.bytes.len()).collect();
        for ends in ends.chunks(BATCH) {
            let files: Vec<String> =
                ends.iter().enumerate().map(|(i, &end)| folder.write(i, seed, &seed.bytes[..end])).collect();
            folder.check("lint", &files);
        }
    }
}
