//! `SECURITY.md` names tests and limits that exist.

use std::fs;
use std::path::Path;

use shapewright::Limits;

/// All Rust code below a directory.
fn code(folder: &Path, into: &mut String) {
    for entry in fs::read_dir(folder).expect("a directory").flatten() {
        let path = entry.path();
        if path.is_dir() {
            code(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push_str(&fs::read_to_string(&path).expect("a file"));
        }
    }
}

#[test]
fn every_promise_names_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("SECURITY.md")).expect("the page");
    let mut all = String::new();
    ["src", "tests"].iter().for_each(|folder| code(&root.join(folder), &mut all));
    let limits = format!("{:?}", Limits::default());
    let is_limit = |name: &str| limits.contains(&format!(" {name}: "));
    let is_test = |name: &&str| {
        name.contains('_')
            && !is_limit(name)
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    let named: Vec<&str> = page.split('`').skip(1).step_by(2).filter(is_test).collect();
    assert!(named.len() > 15, "{named:?}");
    for name in named {
        assert!(
            all.contains(&format!("#[test]\nfn {name}()")) || all.contains(&format!("#[test]\n    fn {name}()")),
            "{name}"
        );
    }
    for section in page.split("\n## ").skip(1) {
        assert!(section.split('`').skip(1).step_by(2).any(|name| is_test(&name)), "no test: {section}");
    }
}
