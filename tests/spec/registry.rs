//! The list of rules is complete and sorted, and names follow the conventions; so does the document that lists them, which
//! `SHAPEWRIGHT_BLESS=1 cargo test --test spec is_current` rewrites.

mod index;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use shapewright::rules::{self, Lifecycle, REMOVED, RULES, Rule};

use crate::current;

/// Groups of codes: the file, functions, the graph, operators, performance, portability, shapes, style, suspicious
/// code, tensors, types.
const GROUPS: [&str; 11] = ["FM", "FN", "GR", "OP", "PF", "PO", "SH", "ST", "SU", "TN", "TY"];

fn stem(rule: &Rule) -> String {
    rule.name().replace('-', "_")
}

/// Names of the files of `src/rules` with this extension, without it.
fn stems(extension: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    let paths = fs::read_dir(folder).expect("src/rules can be read").map(|entry| entry.expect("an entry").path());
    let of_kind = paths.filter(|p| p.extension().is_some_and(|e| e == extension));
    let stems = of_kind.filter_map(|p| p.file_stem().map(|s| s.to_string_lossy().into_owned()));
    stems.filter(|stem| stem != "mod").collect()
}

#[test]
fn codes_are_two_letters_and_three_digits_sorted_and_unique() {
    for rule in RULES {
        let (group, number) = rule.code().split_at(2);
        assert!(GROUPS.contains(&group), "{}: unknown group; expected one of {GROUPS:?}", rule.code());
        assert!(number.len() == 3 && number.bytes().all(|b| b.is_ascii_digit()), "{}: not three digits", rule.code());
    }
    for pair in RULES.windows(2) {
        assert!(
            pair[0].code() < pair[1].code(),
            "{} stands before {}: sort the list in src/rules/mod.rs",
            pair[0].code(),
            pair[1].code()
        );
    }
}

#[test]
fn names_are_kebab_case_and_unique() {
    let words = |name: &str| {
        name.split('-').all(|w| !w.is_empty() && w.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
    };
    for rule in RULES {
        assert!(words(rule.name()), "{}: `{}` is not kebab case", rule.code(), rule.name());
        assert!(words(rule.category().name()), "{}: `{}` is not kebab case", rule.code(), rule.category().name());
    }
    let names: BTreeSet<&str> = RULES.iter().map(|rule| rule.name()).collect();
    assert_eq!(names.len(), RULES.len(), "a name is used twice");
}

#[test]
fn every_file_is_registered_and_every_rule_has_its_files() {
    let registered: BTreeSet<String> = RULES.iter().map(|rule| stem(rule)).collect();
    for (extension, written) in [("rs", stems("rs")), ("md", stems("md"))] {
        let unlisted: Vec<_> = written.difference(&registered).collect();
        assert!(unlisted.is_empty(), "add these names to the list in src/rules/mod.rs: {unlisted:?}");
        let unwritten: Vec<_> = registered.difference(&written).collect();
        assert!(unwritten.is_empty(), "write src/rules/NAME.{extension} for these names: {unwritten:?}");
    }
}

#[test]
fn rule_is_in_the_file_of_its_name_with_its_own_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    for rule in RULES {
        let read = |extension: &str| {
            let path = folder.join(stem(rule)).with_extension(extension);
            fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", rule.code())).replace("\r\n", "\n")
        };
        let code = read("rs");
        assert!(code.contains(&format!("{:?}", rule.code())), "{} is not in the file of its name", rule.code());
        assert_eq!(for_readers(&read("md")), rule.page(), "{} has another rule's page", rule.code());
    }
}

/// A page's file without the comments that only tests read.
fn for_readers(file: &str) -> String {
    let mut parts = file.split("<!-- test: ");
    let mut page = parts.next().unwrap_or_default().to_owned();
    page.extend(parts.map(|part| part.split_once("\n-->\n\n").unwrap_or_else(|| panic!("no end: {part}")).1));
    page
}

#[test]
fn summaries_are_one_lowercase_line_without_a_period() {
    for rule in RULES {
        let summary = rule.summary();
        // A name may keep its capital: `IR`, `ONNX`.
        let first = summary.split(' ').next().unwrap_or_default();
        let lower = first.chars().next().is_some_and(char::is_lowercase) || first.chars().all(char::is_uppercase);
        assert!(lower, "{}: {summary}", rule.code());
        assert!(!summary.ends_with('.') && !summary.contains('\n'), "{}: {summary}", rule.code());
        assert!((20..=100).contains(&summary.len()), "{}: {summary}", rule.code());
    }
}

#[test]
fn rule_lookup_accepts_code_in_any_case_and_name() {
    for rule in RULES {
        assert_eq!(rules::lookup(rule.code()), Some(*rule));
        assert_eq!(rules::lookup(&rule.code().to_lowercase()), Some(*rule));
        assert_eq!(rules::lookup(rule.name()), Some(*rule));
    }
    assert_eq!(rules::lookup("OP999"), None);
    assert_eq!(rules::lookup(""), None);
}

/// The parts of a version, which must have three.
fn version(text: &str) -> Vec<u32> {
    let parts: Vec<u32> =
        text.split('.').map(|part| part.parse().unwrap_or_else(|_| panic!("version {text}"))).collect();
    assert_eq!(parts.len(), 3, "version {text}");
    parts
}

#[test]
fn lifecycles_name_existing_versions_and_rules() {
    let current = version(env!("CARGO_PKG_VERSION"));
    for rule in RULES {
        let lifecycle = rule.lifecycle();
        assert!(version(lifecycle.since()) <= current, "{}: {lifecycle}", rule.code());
        if let Lifecycle::Deprecated { instead: Some(code), .. } = lifecycle {
            assert!(
                code != rule.code() && RULES.iter().any(|other| other.code() == code),
                "{}: {lifecycle}",
                rule.code()
            );
        }
    }
}

#[test]
fn codes_and_names_of_removed_rules_are_not_reused() {
    for removed in REMOVED {
        assert!(version(removed.version) <= version(env!("CARGO_PKG_VERSION")), "{removed}");
        let renamed = removed.replacement == Some(removed.code);
        assert_eq!(RULES.iter().any(|rule| rule.code() == removed.code), renamed, "{removed}");
        assert!(RULES.iter().all(|rule| rule.name() != removed.name), "{removed}");
        assert!(removed.replacement.is_none_or(|code| RULES.iter().any(|rule| rule.code() == code)), "{removed}");
        assert_eq!(rules::lookup_removed(removed.name), Some(removed));
    }
}

#[test]
fn every_rule_has_help() {
    for rule in RULES {
        let help = rule.help();
        assert!(help.starts_with(|c: char| c.is_lowercase()), "{}: help `{help}` starts no clause", rule.code());
        assert!(!help.ends_with('.') && help.len() <= 120, "{}: help `{help}` is no clause", rule.code());
        assert_ne!(help, rule.summary(), "{}: the help repeats the summary", rule.code());
    }
}

#[test]
fn rule_list_is_current() {
    current::current("docs/rules.md", &index::page());
    current::current_in_readme("<!-- rules by category -->\n", &index::figures());
}
