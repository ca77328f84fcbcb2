//! Citations of constraints resolve: `reduce C5` is a section of `docs/spec/reduce.md`, and every citation names the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What every constraint states.
const PARTS: [&str; 4] = ["* **Applies to**", "* **Reports**", "* **If violated**", "* **If undecidable**"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every file below a folder with this extension.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![root().join(folder)]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.path()) {
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|e| e == extension) => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

fn page() -> String {
    read(&root().join("docs/spec/reduce.md"))
}

/// The sections of the page: the number of a constraint, and its text.
fn sections() -> BTreeMap<u32, String> {
    let page = page();
    let sections = page.split("\n### C").skip(1).filter_map(|section| {
        let (number, text) = section.split_once('\n')?;
        let text = text.split("\n## ").next()?.split("\n### ").next()?;
        Some((number.parse().ok()?, text.to_owned()))
    });
    sections.collect()
}

/// The anchors that a renderer assigns to the headings of a page.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
    headings.map(|heading| heading.chars().filter(kept).collect::<String>().to_lowercase().replace(' ', "-")).collect()
}

/// Text without the targets of its links.
fn without_targets(text: &str) -> String {
    let mut parts = text.split("](");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push(' ');
        kept.push_str(part.split_once(')').map_or(part, |(_, rest)| rest));
    }
    kept
}

/// The number of a constraint, if the word is one.
fn number(word: &str) -> Option<u32> {
    let digits = word.trim_matches(|c: char| !c.is_alphanumeric()).strip_prefix('C')?;
    // C64 is an element type.
    digits.parse().ok().filter(|number| (1..64).contains(number))
}

/// The constraints that a text names, separated into those of `reduce C5`, `reduce C4 and C5` or `reduce C3 to C7` and
/// others.
fn citations(text: &str) -> (Vec<u32>, Vec<u32>) {
    let (mut cited, mut bare, mut chain) = (Vec::new(), Vec::new(), false);
    for word in without_targets(text).split_whitespace() {
        let plain = word.trim_matches(|c: char| !c.is_alphanumeric());
        match number(plain) {
            Some(number) if chain => cited.push(number),
            Some(number) => bare.push(number),
            None => chain = plain == "reduce" || (chain && ["and", "or", "to", ""].contains(&plain)),
        }
        // The sentence ends.
        chain &= !word.trim_end_matches(['`', ']', ')']).ends_with(['.', ';', ':']);
    }
    (cited, bare)
}

/// The comments of a Rust source, those on consecutive lines as one.
fn comments(source: &str) -> Vec<String> {
    let (mut blocks, mut open) = (Vec::<String>::new(), false);
    for line in source.lines() {
        let whole = line.trim_start().starts_with("//");
        // After code, and not inside of a text.
        let is_code = |at: &usize| line[..*at].matches('"').count() % 2 == 0;
        let start = if whole { Some(0) } else { line.match_indices(" // ").map(|(at, _)| at).find(is_code) };
        if let Some(start) = start {
            let comment = line[start..].trim_start().trim_start_matches(['/', '!']);
            match blocks.last_mut().filter(|_| open && whole) {
                Some(block) => block.push_str(comment),
                None => blocks.push(comment.to_owned()),
            }
        }
        open = whole;
    }
    blocks
}

#[test]
fn citations_are_recognized() {
    assert_eq!(citations("checks `reduce` C3, C6 and C7."), (vec![3, 6, 7], vec![]));
    assert_eq!(citations("[`reduce` C4](../../docs/spec/reduce.md#c4), [`reduce` C12](x)."), (vec![4, 12], vec![]));
    assert_eq!(citations("reduce C3 to C7 (C9). C10, c64 and C64, OPC5"), (vec![3, 7, 9], vec![10]));
    assert_eq!(citations("Contract: C6, C7."), (vec![], vec![6, 7]));
    assert_eq!(comments("/// one\n/// two\nlet a = \"x // y\"; // three\n\n//! four"), [" one two", " three", " four"]);
}

#[test]
fn every_constraint_has_a_complete_section() {
    let (page, sections) = (page(), sections());
    assert_eq!(sections.keys().copied().collect::<Vec<_>>(), (1..=15).collect::<Vec<_>>());
    for (number, text) in sections {
        assert!(page.contains(&format!("| [C{number}](#c{number}) | ")), "C{number} is not in the overview");
        for part in PARTS {
            assert_eq!(text.matches(part).count(), 1, "C{number}: {part}");
        }
    }
}

#[test]
fn links_to_headings_resolve() {
    let page = page();
    let anchors = anchors(&page);
    let own = page.split("](#").skip(1).filter_map(|rest| rest.split(')').next()).map(str::to_owned);
    let mut targets: Vec<String> = own.collect();
    for path in files("docs", "md").into_iter().chain(files("src", "md")).chain([root().join("README.md")]) {
        let text = read(&path);
        let to_page = text.split("reduce.md#").skip(1).filter_map(|rest| rest.split([')', '`', ' ']).next());
        targets.extend(to_page.map(str::to_owned));
        // A link to a constraint leads to the one that it names.
        for link in text.split("`reduce` C").skip(1) {
            let Some((number, target)) = link.split_once("](") else { continue };
            let target = target.split(')').next().unwrap_or_default();
            let right = number.parse::<u32>().map_or(true, |number| target.ends_with(&format!("reduce.md#c{number}")));
            assert!(right, "{}: C{number} links {target}", path.display());
        }
    }
    assert!(targets.len() > 30, "only {} links were found", targets.len());
    for target in targets {
        assert!(anchors.contains(&target), "no heading has the anchor #{target}");
    }
}

#[test]
fn citations_name_existing_constraints() {
    let sections = sections();
    let mut count = 0;
    let texts = [("src", "rs"), ("src", "md"), ("tests", "rs"), ("tests", "md"), ("docs", "md"), ("tools", "py")];
    for path in texts.into_iter().flat_map(|(folder, extension)| files(folder, extension)) {
        let text = read(&path);
        let cited = match path.extension().is_some_and(|e| e == "rs") {
            true => comments(&text).iter().flat_map(|block| citations(block).0).collect(),
            false => citations(&text).0,
        };
        for number in cited {
            assert!(sections.contains_key(&number), "{}: there is no `reduce` C{number}", path.display());
            count += 1;
        }
    }
    assert!(count > 50, "only {count} citations were found");
}

#[test]
fn constraints_are_cited_with_their_page() {
    for path in files("src", "rs").into_iter().chain(files("tests", "rs")) {
        for block in comments(&read(&path)) {
            assert!(citations(&block).1.is_empty(), "{}: write `reduce` before the number: {block}", path.display());
        }
    }
    for path in files("tests/cases", "md") {
        assert!(citations(&read(&path)).1.is_empty(), "{}: write `reduce` before the number", path.display());
    }
}

/// A file that a comment names is in the repository: by its path, or next to the file with the comment.
#[test]
fn files_named_in_comments_exist() {
    let folders = ["src/", "tests/", "docs/", "tools/", "proto/", "testdata/", "examples/"];
    let mut count = 0;
    for path in files("src", "rs").into_iter().chain(files("tests", "rs")) {
        let source = read(&path);
        for block in comments(&source) {
            let quoted = block.split('`').skip(1).step_by(2);
            let is_page = |name: &str| name.ends_with(".md") && !name.starts_with('.') && !name.contains(' ');
            for name in quoted.filter(|name| is_page(name) || folders.iter().any(|folder| name.starts_with(folder))) {
                let beside = path.parent().expect("a folder").join(name);
                assert!(root().join(name).exists() || beside.exists(), "{}: there is no {name}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 10, "only {count} files were found");
}

/// The head of a rule page names the constraints, and the overview links the page at each of them.
#[test]
fn overview_and_rule_pages_agree() {
    let page = page();
    let mut of_overview = BTreeSet::new();
    for row in page.lines().filter(|line| line.starts_with("| [C")) {
        let number = row.trim_start_matches("| [C").split(']').next().and_then(|n| n.parse::<u32>().ok());
        let names = row.split("src/rules/").skip(1).filter_map(|rest| rest.split(".md)").next());
        of_overview.extend(names.map(|name| (number.expect("a number"), name.to_owned())));
    }
    let mut of_pages = BTreeSet::new();
    for path in files("src/rules", "md") {
        let text = read(&path);
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let (cited, bare) = citations(text.split("\n## ").next().unwrap_or_default());
        of_pages.extend(cited.into_iter().chain(bare).map(|number| (number, name.clone())));
    }
    assert_eq!(of_overview, of_pages);
}

/// `docs/spec/not-verified.md` lists the operators without a shape function by name.
#[test]
fn operators_without_shapes_are_listed() {
    let table = read(&root().join("docs/operators.md"));
    let rows = table.lines().filter(|row| row.starts_with("| ") && !row.starts_with("| operator "));
    let unshaped = rows.filter_map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        (cells.len() == 8 && cells[4].is_empty()).then(|| cells[1].to_owned())
    });
    let unshaped: BTreeSet<String> = unshaped.collect();
    let page = read(&root().join("docs/spec/not-verified.md")).split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, list) = page.split_once("so their outputs are unknown: ").expect("the list");
    let listed = list.split(". ").next().unwrap_or_default().split(", ").map(str::to_owned).collect::<BTreeSet<_>>();
    assert_eq!(unshaped, listed);
}
