//! `CONTRIBUTING.md` and `ARCHITECTURE.md` name existing files and lines, each procedure has at most ten steps, and
//! `deny.toml` is correct.

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    let full = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(full).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The texts in backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

fn is_path(text: &str) -> bool {
    let extension = Path::new(text).extension().is_some_and(|e| ["rs", "md", "py", "toml"].iter().any(|k| e == *k));
    !text.contains([' ', '(', ':']) && (text.contains('/') || extension)
}

/// The numbered steps below a heading.
fn steps<'a>(text: &'a str, heading: &str) -> Vec<&'a str> {
    let start = text.find(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no section `{heading}`"));
    let section = &text[start + 1..];
    let section = section.find("\n## ").map_or(section, |end| &section[..end]);
    let lines = section.lines().skip(1).filter(|line| !line.is_empty());
    lines
        .inspect(|line| assert!(line.starts_with(|c: char| c.is_ascii_digit()), "no step of one line: {line}"))
        .collect()
}

#[test]
fn steps_name_existing_files_and_lines() {
    let text = read("CONTRIBUTING.md");
    for (heading, default) in [
        ("Add an operator", "src/ops/transpose.rs"),
        ("Add a rule", "src/rules/mod.rs"),
        ("Add an output format", "src/render/mod.rs"),
    ] {
        let steps = steps(&text, heading);
        assert!((1..=10).contains(&steps.len()), "{heading}: {} steps", steps.len());
        for step in steps {
            let (paths, lines): (Vec<&str>, Vec<&str>) = quoted(step).into_iter().partition(|q| is_path(q));
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            for path in &paths {
                assert!(root.join(path).exists(), "`{path}` does not exist: {step}");
            }
            let files: Vec<String> = paths.iter().filter(|p| root.join(p).is_file()).map(|p| read(p)).collect();
            // A step that names no file speaks of the one that the steps before it are about.
            let files = if files.is_empty() { vec![read(default)] } else { files };
            for line in lines {
                assert!(files.iter().any(|file| file.contains(line)), "`{line}` stands in none of {paths:?}: {step}");
            }
        }
    }
}

/// The files below a folder of `src` that contain a text.
fn files_with(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_with(&path, text));
        } else if fs::read_to_string(&path).is_ok_and(|held| held.contains(text)) {
            let below = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("below the root");
            found.push(below.to_string_lossy().replace('\\', "/"));
        }
    }
    found.sort();
    found
}

/// The example of the steps: an operator of both formats, with evaluation and a counterpart, is its file and one line.
#[test]
fn operator_is_in_its_file_and_one_other_line() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (file, generated): (Vec<_>, Vec<_>) =
        files_with(&src, "\"Transpose\"").into_iter().partition(|path| !path.starts_with("src/ops/generated/"));
    assert_eq!(file, ["src/ops/transpose.rs"]);
    let tables = ["onnx_table", "openvino_table", "support_table"].map(|name| format!("src/ops/generated/{name}.rs"));
    assert_eq!(generated, tables);
    let record = read(&file[0]);
    for part in ["onnx(\"Transpose\"", "openvino(\"Transpose\"", ".with_counterpart(", "fn infer(", "fn evaluate("] {
        assert!(record.contains(part), "{part}");
    }
    let list = read("src/ops/mod.rs");
    assert_eq!(list.lines().filter(|line| line.contains("transpose")).collect::<Vec<_>>(), ["    transpose"]);
}

/// A rule that inspects whole models needs its own files and one line in each of two lists.
#[test]
fn rule_is_in_its_files_and_two_lists() {
    for list in ["src/rules/mod.rs", "src/lint/mod.rs"] {
        let text = read(list);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| line.contains("no_op_node")).collect();
        assert_eq!(lines, ["no_op_node"], "{list}");
    }
}

/// An output format needs its own file, and lines in `src/render/mod.rs` and in the two files that select a format.
#[test]
fn output_format_is_in_its_file_and_three_others() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let expected =
        ["src/cli/lint/report_file.rs", "src/cli/lint/reports.rs", "src/render/junit.rs", "src/render/mod.rs"];
    assert_eq!(files_with(&src, "Junit"), expected);
}

#[test]
fn architecture_names_existing_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = read("ARCHITECTURE.md");
    let paths: Vec<&str> = quoted(&text).into_iter().filter(|q| is_path(q) && q.contains('/')).collect();
    let from_root =
        |path: &&&str| ["src/", "tests/", "docs/", "tools/", "examples/"].iter().any(|f| path.starts_with(f));
    let missing: Vec<_> = paths.iter().filter(from_root).filter(|path| !root.join(path).exists()).collect();
    assert!(paths.len() > 30 && missing.is_empty(), "these do not exist: {missing:?}");
    let folders = fs::read_dir(root.join("src")).expect("src").flatten().filter(|entry| entry.path().is_dir());
    for folder in folders.map(|entry| format!("src/{}/", entry.file_name().to_string_lossy())) {
        assert!(text.contains(&folder), "{folder} is not on the map");
    }
}

#[test]
fn commands_of_the_introduction_exist() {
    let text = read("CONTRIBUTING.md");
    let introduction = text.split("\n## ").next().unwrap_or_default();
    assert_eq!(quoted(introduction), ["cargo test", ".ci/run", ".ci/python"]);
    read(".ci/run");
}

/// The lines of a section of a TOML file.
fn section(path: &str, header: &str) -> String {
    let text = read(path);
    let lines = text.lines().skip_while(|line| *line != header).skip(1);
    lines.take_while(|line| !line.starts_with('[')).collect::<Vec<_>>().join("\n")
}

/// The ignored advisory and the license exception require that both crates are dev-dependencies.
#[test]
fn exceptions_in_deny_toml_are_dev_dependencies() {
    let deny = read("deny.toml");
    assert!(deny.contains("RUSTSEC-2024-0437") && deny.contains("onnx-protobuf"));
    for name in ["onnx-protobuf", "protobuf"] {
        let start = format!("\n{name} = ");
        assert!(section("Cargo.toml", "[dev-dependencies]").contains(&start), "{name} is no dev-dependency");
        assert_eq!(read("Cargo.toml").matches(&start).count(), 1, "{name} is more than a dev-dependency");
    }
    assert!(section("Cargo.toml", "[dev-dependencies]").contains("protobuf = \"=3.4.0\""), "the advisory may be over");
}

#[test]
fn packaged_files_exist() {
    for path in [
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "ARCHITECTURE.md",
        "CODE_OF_CONDUCT.md",
        "deny.toml",
    ] {
        assert!(read(path).len() > 200, "{path} says nothing");
    }
    assert!(read("CHANGELOG.md").contains("\n## [Unreleased]\n"));
}
