//! Everything known about an operator is in its record in `src/ops`: no other code names an operator.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use shapewright::graph::Dialect;
use shapewright::ops;

/// Literals that equal an operator's name but have another meaning: the file, the literal, and the meaning.
const OTHER_MEANINGS: &[(&str, &str, &str)] = &[(
    "src/format/unsupported_format.rs",
    "Identity",
    "an operator of TensorFlow, whose files are recognized by the first operator",
)];

/// The string literals of a file that are compiled without `cfg(test)`, each with its line.
fn literals(text: &str) -> Vec<(usize, String)> {
    let text: Vec<char> = text.chars().collect();
    let (mut found, mut at, mut line) = (Vec::new(), 0, 1);
    // Braces that are open, and at how many of them the module of tests ends.
    let (mut depth, mut tests) = (0, None);
    while at < text.len() {
        let rest = &text[at..];
        let (length, literal) = match rest {
            ['/', '/', ..] => (rest.iter().position(|&c| c == '\n').unwrap_or(rest.len()), None),
            ['/', '*', ..] => {
                (rest.windows(2).position(|pair| pair == ['*', '/']).map_or(rest.len(), |end| end + 2), None)
            }
            ['"', ..] => quoted(rest),
            ['r', '"' | '#', ..] if at == 0 || !is_word(text[at - 1]) => raw(rest),
            ['b', 'r', '"' | '#', ..] if at == 0 || !is_word(text[at - 1]) => {
                let (length, literal) = raw(&rest[1..]);
                (length + 1, literal)
            }
            ['\'', '\\', _, ..] => (3 + rest[3..].iter().position(|&c| c == '\'').map_or(0, |end| end + 1), None),
            ['\'', _, '\'', ..] => (3, None),
            _ => (1, None),
        };
        match rest[0] {
            '#' if tests.is_none() && starts_tests(rest) => tests = Some(depth),
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                tests = tests.filter(|&end| end != depth);
            }
            _ => {}
        }
        found.extend(literal.filter(|_| tests.is_none()).map(|literal| (line, literal)));
        line += rest[..length].iter().filter(|&&c| c == '\n').count();
        at += length;
    }
    found
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether an item that is compiled for tests only begins here, and has a body.
fn starts_tests(rest: &[char]) -> bool {
    let text: String = rest.iter().take(200).collect();
    let item = text.strip_prefix("#[cfg(test)]").or_else(|| text.strip_prefix("#[cfg(all(test,"));
    item.and_then(|item| item.find(['{', ';']).map(|end| item.as_bytes()[end] == b'{')) == Some(true)
}

/// The length and the text of a literal in quotes.
fn quoted(rest: &[char]) -> (usize, Option<String>) {
    let mut end = 1;
    while end < rest.len() && rest[end] != '"' {
        end += if rest[end] == '\\' { 2 } else { 1 };
    }
    (end + 1, Some(rest[1..end.min(rest.len())].iter().collect()))
}

/// The same of a raw literal; a raw identifier is none.
fn raw(rest: &[char]) -> (usize, Option<String>) {
    let marks = rest[1..].iter().take_while(|&&c| c == '#').count();
    if rest.get(marks + 1) != Some(&'"') {
        return (1, None);
    }
    let start = marks + 2;
    let close: Vec<char> = std::iter::once('"').chain(std::iter::repeat_n('#', marks)).collect();
    let length = rest[start..].windows(close.len()).position(|end| end == close).unwrap_or(rest.len() - start);
    (start + length + close.len(), Some(rest[start..start + length].iter().collect()))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            sources(&path, found);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            found.push(path);
        }
    }
}

#[test]
fn operator_names_in_literals_are_detected() {
    let text = concat!(
        "// \"Comment\"\nfn a<'a>(b: &'a str) -> char { g(\"One\", b\"Two\\\"\", r#\"Th\"ree\"#, '\"', '\\'') }\n",
        "#[cfg(test)]\nmod tests {\n    fn c() { g(\"Tested\") }\n}\n",
        "#[cfg(test)]\nmod other;\nconst D: &str = \"Four\"; /* \"Five\" */",
    );
    let found = literals(text);
    let words: Vec<(usize, &str)> = found.iter().map(|(line, word)| (*line, word.as_str())).collect();
    assert_eq!(words, [(2, "One"), (2, "Two\\\""), (2, "Th\"ree"), (9, "Four")]);
}

#[test]
fn no_code_outside_ops_names_an_operator() {
    let dialects = [Dialect::Onnx, Dialect::OpenVino];
    let names: BTreeSet<&str> = dialects.into_iter().flat_map(ops::operators).map(|(_, name, _)| name).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    let (mut seen, mut named, mut excused) = (0, Vec::new(), BTreeSet::new());
    for file in files {
        let path = file.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
        if path.starts_with("src/ops/") {
            continue;
        }
        for (line, literal) in literals(&fs::read_to_string(&file).expect("text")) {
            seen += 1;
            match OTHER_MEANINGS.iter().position(|(file, word, _)| *file == path && *word == literal) {
                Some(excuse) => _ = excused.insert(excuse),
                None if names.contains(literal.as_str()) => named.push(format!("{path}:{line}: \"{literal}\"")),
                None => {}
            }
        }
    }
    assert!(names.len() > 400 && seen > 3000, "{} names, {seen} literals", names.len());
    assert!(named.is_empty(), "these belong in a record under src/ops:\n{}", named.join("\n"));
    assert_eq!(excused.len(), OTHER_MEANINGS.len(), "an exception is no longer needed");
}
