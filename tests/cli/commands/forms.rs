//! The format of a report that is written to a file, and the directory of a model on standard input.

use crate::folder::Folder;

const BAD: &str = "<ir_version: 8, opset_import: [\"\" : 18]>
g (float[N,3] x) => (float[N,3] y) { [soft] y = Softmax <axis = 4> (x) }
";

/// The names that `lint --format` accepts.
pub fn report_formats(folder: &Folder) -> Vec<String> {
    let (help, ..) = folder.says(&["lint", "--help"]);
    let lines =
        help.lines().skip_while(|line| !line.contains("--format")).take_while(|line| !line.contains("--output"));
    let named = lines.filter_map(|line| Some(line.trim().strip_prefix("- ")?.split_once(':')?.0.to_owned()));
    let names: Vec<String> = named.collect();
    assert!(names.len() > 5, "{help}");
    names
}

#[test]
fn documents_name_every_format() {
    let formats = report_formats(&Folder::new("named"));
    for (path, start) in [("README.md", "The report formats are "), ("docs/commands.md", "`--format` accepts ")] {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(root.join(path)).expect("a document");
        let (_, paragraph) = text.split_once(start).unwrap_or_else(|| panic!("{path} has no sentence `{start}...`"));
        let (paragraph, _) = paragraph.split_once("\n\n").expect("the end of a paragraph");
        for format in &formats {
            let name = format!("`{format}`");
            assert!(paragraph.contains(&name), "{path}: add {name} to the sentence that starts with `{start}`");
        }
    }
}

#[test]
fn report_format_follows_the_extension() {
    let folder = Folder::new("forms").with("m.onnxtxt", BAD);
    for (name, start) in [
        ("r.html", "<!DOCTYPE html>"),
        ("r.json", "{\"schema_version\""),
        ("r.sarif", "{\n  \"$schema\""),
        ("r.sarif.json", "{\n  \"$schema\""),
        ("r.jsonl", "{\"code\""),
        ("r.md", "### shapewright"),
        ("r.XML", "<?xml"),
        ("r.txt", "error[OP102]"),
        ("r", "error[OP102]"),
    ] {
        let (out, _, code) = folder.says(&["lint", "-o", name, "m.onnxtxt"]);
        let text = folder.text_of(name);
        assert_eq!((out.as_str(), code), ("", 1), "{name}");
        assert!(text.to_lowercase().starts_with(&start.to_lowercase()), "{name}: {text}");
    }
    // What is said counts more than the name.
    folder.says(&["lint", "-f", "concise", "-o", "r.html", "m.onnxtxt"]);
    assert!(folder.text_of("r.html").starts_with("m.onnxtxt:2:"));
    let (out, ..) = folder.says(&["lint", "-o", "concise:r.html", "m.onnxtxt"]);
    assert!(out.starts_with("error[OP102]") && folder.text_of("r.html").starts_with("m.onnxtxt:2:"));
    assert_eq!(folder.says(&["lint", "--statistics", "-o", "r.html", "m.onnxtxt"]).2, 2);
}

#[test]
fn an_extension_that_selects_no_format_is_refused() {
    let folder = Folder::new("extensions").with("m.onnxtxt", BAD).with("r.html", "old");
    for name in ["report.csv", "report.png", "report.pdf", "r.2026"] {
        let (out, errors, code) = folder.says(&["lint", "-o", name, "m.onnxtxt"]);
        let why = "selects no report format; expected .html, .json, .jsonl, .sarif, .md, .xml (JUnit), or .txt, or a format \
                   with --format";
        assert_eq!(errors.trim(), format!("error: the extension of `{name}` {why}"));
        assert_eq!((out.as_str(), code, folder.0.join(name).exists()), ("", 2, false));
        // What is said counts more than the name.
        assert_eq!(folder.code(&["lint", "-f", "concise", "-o", name, "m.onnxtxt"]), Some(1));
        assert!(folder.text_of(name).starts_with("m.onnxtxt:2:"));
    }
    // A report replaces the old one when it is complete, and leaves nothing else behind.
    assert_eq!(folder.code(&["lint", "-o", "r.html", "-o", "sarif:no/such/r", "m.onnxtxt"]), Some(2));
    assert_eq!(folder.text_of("r.html"), "old");
    assert_eq!(folder.code(&["lint", "-o", "r.html", "m.onnxtxt"]), Some(1));
    assert!(folder.text_of("r.html").starts_with("<!DOCTYPE html>"));
    assert_eq!(std::fs::read_dir(&folder.0).expect("a folder").count(), 6);
}

#[test]
fn weights_of_standard_input_are_next_to_its_file_name() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/openvino/");
    let read = |name: &str| std::fs::read(format!("{root}{name}")).expect("a file");
    let xml = String::from_utf8(read("detector.xml")).expect("UTF-8");
    let folder = Folder::new("stdin-weights").with("m/detector.bin", read("detector.bin"));
    let lint = |name: &str| {
        let output = folder.run_with(&["lint", "-f", "concise", "--stdin-filename", name, "-"], &xml);
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let (with, without) = (lint("m/detector.xml"), lint("m/other.xml"));
    assert!(!with.contains("FM004") && with.contains("OP102"), "{with}");
    assert!(without.contains("`other.bin` does not exist") && !without.contains("OP102"), "{without}");
}

#[test]
fn help_for_a_git_lfs_pointer_names_its_file() {
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0a\nsize 12\n";
    let folder = Folder::new("lfs").with("m/a.onnx", pointer);
    let help = |report: &[u8]| String::from_utf8_lossy(report).lines().last().unwrap_or_default().trim().to_owned();
    let of_file = help(folder.run(&["-q", "m/a.onnx"]).stdout.trim_ascii_end());
    assert_eq!(of_file, "= help: fetch the file: `git lfs pull --include a.onnx`");
    let of_stdin = help(folder.run_with(&["-q", "-"], pointer).stdout.trim_ascii_end());
    assert_eq!(of_stdin, "= help: fetch the file: `git lfs pull`");
}
