//! One placeholder stands for the place of publication, only in the files that `RELEASING.md` lists.

use std::fs;
use std::path::{Path, PathBuf};

const PLACEHOLDER: &str = "OWNER/";

/// Directories without files of the project.
const SKIPPED: [&str; 3] = ["target", ".git", "testdata"];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() {
            if !SKIPPED.iter().any(|skipped| name == *skipped) {
                files(&path, found);
            }
        } else {
            found.push(path);
        }
    }
}

#[test]
fn placeholder_is_only_in_the_listed_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    files(root, &mut all);
    let this = Path::new("tests/docs/releasing.rs");
    let holds = |path: &PathBuf| fs::read_to_string(path).is_ok_and(|text| text.contains(PLACEHOLDER));
    let relative = |path: PathBuf| path.strip_prefix(root).expect("below the root").to_owned();
    let mut found: Vec<PathBuf> = all.into_iter().filter(holds).map(relative).filter(|path| path != this).collect();
    found.sort();
    let page = fs::read_to_string(root.join("RELEASING.md")).expect("the page");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let mut listed: Vec<PathBuf> = rows.map(PathBuf::from).collect();
    listed.sort();
    assert_eq!(found, listed);
}
