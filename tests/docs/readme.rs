//! The documents are correct: terminal samples match the program's output for the shown files, documented options exist,
//! links resolve, and no machine is named.
#![cfg(feature = "cli")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every document that people read.
fn documents() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders =
        ["", "docs", "docs/coming-from", "docs/spec", "tools", "src/rules", ".github", ".github/ISSUE_TEMPLATE"];
    let files = folders.iter().flat_map(|folder| fs::read_dir(root.join(folder)).expect("a folder").flatten());
    let paths = files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|e| e == "md"));
    paths.map(|path| (path.clone(), fs::read_to_string(path).expect("a document"))).collect()
}

/// The lines of fenced blocks of a language.
fn lines<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let blocks = text.split("\n```").skip(1).step_by(2);
    let blocks = blocks.filter_map(|block| block.split_once('\n')).filter(|(word, _)| *word == language);
    blocks.flat_map(|(_, body)| body.lines()).collect()
}

/// Text outside of fenced blocks.
fn prose(text: &str) -> String {
    text.split("\n```").step_by(2).collect::<Vec<_>>().join("\n")
}

#[test]
fn samples_match_the_program_output() {
    trycmd::TestCases::new().case("README.md").case("docs/*.md").case("docs/coming-from/*.md");
}

#[test]
fn shown_configuration_is_the_one_in_use() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("a file");
    assert!(read("README.md").contains(&format!("```toml\n{}```\n", read("tests/readme/shapewright.toml"))));
}

/// What needs a feature is no test of the crate page: `tests/formats/testing.rs` runs the same lines.
#[test]
fn every_rust_block_is_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (path, text) in documents() {
        let blocks = text.split("\n```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
        for (language, body) in blocks.filter(|(language, _)| language.starts_with("rust")) {
            let run = fs::read_to_string(root.join("tests/readme/snapshots.rs")).expect("a file");
            let tested = path.ends_with("README.md") && (language == "rust" || body == run.trim_end());
            assert!(tested || path.starts_with(root.join("tools")), "{}: {language}\n{body}", path.display());
        }
    }
}

/// The recipes of the README are those of `docs/ci.md`.
#[test]
fn recipes_match_those_in_docs_ci() {
    let documents = documents();
    let of = |name: &str| {
        let (_, text) = documents.iter().find(|(path, _)| path.ends_with(name)).expect("a document");
        let blocks = text.split("\n```").skip(1).step_by(2).filter(|block| block.starts_with("yaml\n"));
        blocks.map(str::to_owned).collect::<Vec<_>>()
    };
    let (recipes, all) = (of("README.md"), of("docs/ci.md"));
    assert_eq!(recipes.len(), 3, "GitHub, GitLab and pre-commit");
    recipes.iter().for_each(|recipe| assert!(all.contains(recipe), "{recipe}"));
}

fn help(command: Option<&str>) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_shapewright")).args(command).arg("--help").output();
    String::from_utf8(output.expect("the program runs").stdout).expect("help is text")
}

/// What is wrong with a line of a shell.
pub fn fault(line: &str) -> Option<String> {
    let words: Vec<&str> = line.split(" #").next()?.split_whitespace().collect();
    match words.as_slice() {
        ["shapewright", rest @ ..] => {
            let general = help(None);
            let is_command = |word: &&&str| general.lines().any(|l| l.split_whitespace().next() == Some(word));
            let command = rest.first().filter(is_command).copied().unwrap_or("lint");
            let known = help(Some(command));
            let flags = rest.iter().filter(|word| word.starts_with('-') && word.len() > 1);
            let known = |flag: &&&str| known.split([' ', ',', '\n']).any(|word| word == **flag);
            flags.filter(|flag| !known(flag)).map(|flag| format!("`{command}` has no {flag}: {line}")).next()
        }
        ["cargo", "run", "--example", name, ..] => {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name).with_extension("rs");
            (!path.is_file()).then(|| format!("there is no example {name}"))
        }
        ["cargo", "run", "--features", "cli", "--", paths @ ..] => {
            let exists = |path: &&&str| Path::new(env!("CARGO_MANIFEST_DIR")).join(path).exists();
            let mut paths = paths.iter().filter(|word| word.contains('/'));
            paths.find(|path| !exists(path)).map(|path| format!("there is no {path}"))
        }
        _ => None,
    }
}

#[test]
fn documented_options_exist() {
    let mut count = 0;
    for (path, text) in documents().iter().filter(|(path, _)| !path.iter().any(|part| part == "rules")) {
        let console = lines(text, "console").into_iter().filter_map(|line| line.strip_prefix("$ "));
        let script = lines(text, "yaml").into_iter().filter_map(|line| line.trim().strip_prefix("- "));
        for line in lines(text, "sh").into_iter().chain(console).chain(script) {
            count += usize::from(line.starts_with("shapewright"));
            assert_eq!(fault(line), None, "{}", path.display());
        }
    }
    assert!(count > 10, "only {count} commands were found");
}

#[test]
fn links_resolve() {
    for (path, text) in documents() {
        for link in prose(&text).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            let local = !link.contains("://") && !file.is_empty();
            let target = path.parent().unwrap_or(Path::new("")).join(file);
            assert!(!local || target.exists(), "{}: there is no {link}", path.display());
        }
    }
}

#[test]
fn documents_name_no_machine_and_claim_no_release() {
    for (path, text) in documents() {
        for word in
            ["/work/", "/home/", "/root/", "/tmp/", "crates.io/crates/shapewright", "docs.rs/shapewright", "pypi.org"]
        {
            assert!(!text.contains(word), "{}: {word}", path.display());
        }
    }
}
