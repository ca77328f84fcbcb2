//! The files of `testdata` are current, and each has its expected findings.
//!
//! `SHAPEWRIGHT_UPDATE_TESTDATA=1 cargo test --test formats testdata` rewrites them.

use std::path::{Path, PathBuf};
use std::{env, fs};

use shapewright::graph::Model;
use shapewright::{AnalysisOptions, ReadOptions, Source, analyze};

use crate::build::{self, File};
use crate::support;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata")
}

#[test]
fn committed_files_are_current() {
    let update = env::var_os("SHAPEWRIGHT_UPDATE_TESTDATA").is_some_and(|v| v == "1");
    let mut stale = Vec::new();
    for file in build::files() {
        let path = root().join(&file.path);
        if fs::read(&path).is_ok_and(|bytes| bytes == file.bytes) {
            continue;
        }
        if update {
            fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
            fs::write(&path, &file.bytes).expect("the file can be written");
        } else {
            stale.push(file.path);
        }
    }
    assert!(stale.is_empty(), "{stale:?} differ: run with SHAPEWRIGHT_UPDATE_TESTDATA=1 and look at what changed");
}

#[test]
fn testdata_contains_no_other_files() {
    let files = build::files();
    for folder in ["onnx", "openvino", "foreign"] {
        for entry in fs::read_dir(root().join(folder)).expect("the folder is there") {
            let name = entry.expect("an entry").file_name().into_string().expect("a UTF-8 name");
            let path = format!("{folder}/{name}");
            assert!(files.iter().any(|f| f.path == path), "{path} is written by nobody");
        }
    }
}

#[test]
fn every_file_has_its_expected_findings() {
    let mut wrong = Vec::new();
    for file in build::files().iter().filter(|f| f.is_model()) {
        wrong.extend(difference(file));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn difference(file: &File) -> Option<String> {
    let source = Source::open(root().join(&file.path)).expect("the file is there");
    let model = Model::read(source, &ReadOptions::default());
    let analysis = analyze(&model, &AnalysisOptions { run_lints: false, ..AnalysisOptions::default() });
    let mut found = support::findings(&model, &analysis);
    let mut expected = file.findings.clone();
    found.sort();
    expected.sort();
    let messages = analysis.findings.iter().map(|f| format!("    {} {}: {}", f.level, f.rule.code(), f.message));
    let messages: Vec<String> = messages.collect();
    (found != expected)
        .then(|| format!("{}\n  expected {expected:?}\n  found    {found:?}\n{}", file.path, messages.join("\n")))
}
