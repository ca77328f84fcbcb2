//! Every operator has a case file that reads as a specification with examples, such as `tests/cases/ops/Gather.md`.
//!
//! A block ```` ```infer onnx ```` or ```` ```infer openvino ```` contains calls of the operator, one per line, with the
//! inferred outputs: `Gather-13(f32[2], i64[1]={2}) -> f32[1], error OP202`. A block `evaluate` contains the outputs that are
//! computed from constants. `notation.rs` defines the syntax. Models are in the blocks that `tests/common/support.rs` reads.
//!
//! `cargo test --test spec NAME` runs the cases of an operator in `tests/common/operators_list.rs`.
//! `SHAPEWRIGHT_BLESS=1 cargo test --test spec NAME` rewrites the right-hand sides, whether or not they are correct.

pub mod notation;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use notation::Call;
use shapewright::graph::Dialect;
use shapewright::ops;

use crate::current::{bless, blesses, current, path};
use crate::operators_list::for_each_operator;
use crate::signatures::probe;
use crate::{cases, support};

macro_rules! tests {
    ($($module:ident: $($name:ident)+,)*) => {$(
        mod $module {$(
            #[test]
            #[allow(non_snake_case)] // the name of the operator, so that its test is found by it
            fn $name() {
                super::check(stringify!($name));
            }
        )+}
    )*};
}

for_each_operator!(tests);

/// What is asked of the calls of a block.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Infer,
    Evaluate,
}

/// Every line of a file, with the kind and the dialect of its block if it is a call.
fn lines(text: &str) -> Vec<(Option<(Kind, Dialect)>, &str)> {
    let mut block = None;
    let classify = |line| {
        if let Some(info) = str::strip_prefix(line, "```") {
            block = match info.trim() {
                "infer onnx" => Some((Kind::Infer, Dialect::Onnx)),
                "infer openvino" => Some((Kind::Infer, Dialect::OpenVino)),
                "evaluate onnx" => Some((Kind::Evaluate, Dialect::Onnx)),
                "evaluate openvino" => Some((Kind::Evaluate, Dialect::OpenVino)),
                _ => None,
            };
            return (None, line);
        }
        (block.filter(|_| !line.is_empty() && !line.starts_with('#')), line)
    };
    text.lines().map(classify).collect()
}

/// The calls of a file whose outputs are inferred.
pub fn calls(file: &Path) -> Vec<Call> {
    let text = std::fs::read_to_string(file).expect("a case file is UTF-8");
    let calls = lines(&text).into_iter().filter_map(|(kind, line)| match kind {
        Some((Kind::Infer, dialect)) => notation::parse(line, dialect).ok(),
        _ => None,
    });
    calls.flat_map(|(calls, _)| calls).collect()
}

/// The result of a call in the notation of case files, and its messages.
fn answer(kind: Kind, call: &Call) -> (String, Vec<String>) {
    match kind {
        Kind::Infer => {
            let answer = call.infer();
            let messages = answer.findings.iter().map(|f| format!("{}: {}", f.rule.code(), f.message));
            (notation::inferred(&answer), messages.collect())
        }
        Kind::Evaluate => match call.evaluate(notation::tensor) {
            Some(answer) => (notation::evaluated(&answer), answer.err().iter().map(ToString::to_string).collect()),
            None => ("not evaluated".to_owned(), vec!["an input is not a constant".to_owned()]),
        },
    }
}

/// Why a line fails, and the line as it should be where that is known.
fn failure(line: &str, name: &str, kind: Kind, dialect: Dialect) -> Option<(String, Option<String>)> {
    let (calls, expected) = match notation::parse(line, dialect) {
        Ok(parsed) => parsed,
        Err(why) => return Some((why, None)),
    };
    let expected = expected.unwrap_or_default();
    let left = line.split_once(" -> ").map_or(line, |(left, _)| left);
    for call in calls {
        if !call.name.eq_ignore_ascii_case(name) {
            return Some((format!("{} has a file of its own", call.name), None));
        }
        let (found, messages) = answer(kind, &call);
        if found != expected {
            let messages = messages.iter().map(|message| format!("\n    {message}")).collect::<String>();
            let why = format!("version {} gives {found}{messages}", call.version);
            return Some((why, Some(format!("{left} -> {found}"))));
        }
    }
    None
}

/// Runs the cases of an operator: each has its listed result, and each version of the operator has a case without a
/// finding.
fn check(name: &str) {
    let title = title(name);
    let short = format!("tests/cases/ops/{title}.md");
    let file = path(&short);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{short}: {error}"));
    assert!(text.starts_with(&format!("# {title}\n")), "{short}: the title is not `# {title}`");
    let mut failures = cases::failures(&file);
    let mut written = String::new();
    for (number, (kind, line)) in (1..).zip(lines(&text)) {
        let failure = kind.and_then(|(kind, dialect)| failure(line, name, kind, dialect));
        let mut right = None;
        if let Some((why, line_as_it_should_be)) = failure {
            failures.push(format!("{short}:{number}: {line}\n  {why}"));
            right = line_as_it_should_be;
        }
        written.push_str(right.as_deref().unwrap_or(line));
        written.push('\n');
    }
    if blesses() {
        return bless(&file, &text, &written);
    }
    assert!(
        failures.is_empty(),
        "failed cases of {name}: {}\n{}\nIf what is found is right, accept it with `SHAPEWRIGHT_BLESS=1 cargo test \
         --test spec {name}`",
        failures.len(),
        failures.join("\n")
    );
    let missing = probe::missing(name, &file);
    assert!(
        missing.is_empty(),
        "{short} has no case that passes for {missing:?}; add a call without a finding for each"
    );
}

/// The names of all operators.
fn names() -> BTreeSet<&'static str> {
    let all = [Dialect::Onnx, Dialect::OpenVino].into_iter().flat_map(ops::operators);
    all.map(|(_, name, _)| name).collect()
}

/// `GatherND` as `gather_nd`, `I420toRGB` as `i420to_rgb`.
fn snake(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| chars[at]);
        let word_ends = before.is_some_and(char::is_lowercase);
        let acronym_ends = before.is_some_and(|c| c != '_') && chars.get(at + 1).is_some_and(|c| c.is_lowercase());
        if c.is_uppercase() && (word_ends || acronym_ends) {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

/// The file name for an operator. Names that differ only in case share the file of the ONNX operator, because some file
/// systems are case-insensitive.
fn title(name: &str) -> &str {
    let same = |other: &&str| other.eq_ignore_ascii_case(name);
    ops::operators(Dialect::Onnx).map(|(_, other, _)| other).find(same).unwrap_or(name)
}

#[test]
fn operator_list_is_current() {
    let mut modules: BTreeMap<String, String> = BTreeMap::new();
    for name in names() {
        let names = modules.entry(snake(title(name))).or_default();
        names.push(' ');
        names.push_str(name);
    }
    let entry = |(module, names): (&String, &String)| {
        let raw = if matches!(module.as_str(), "if" | "loop" | "mod" | "where") { "r#" } else { "" };
        format!("            {raw}{module}:{names},\n")
    };
    let list: String = modules.iter().map(entry).collect();
    let text = format!(
        "//! Every operator, for one test each.\n//!\n\
         //! Generated by `SHAPEWRIGHT_BLESS=1 cargo test --test spec is_current`.\n\n\
         macro_rules! for_each_operator {{\n    ($test:ident) => {{\n        $test! {{\n{list}        }}\n    }};\n}}\n\n\
         pub(crate) use for_each_operator;\n"
    );
    current("tests/common/operators_list.rs", &text);
}

#[test]
fn every_case_file_names_an_operator() {
    for file in support::files(&path("tests/cases/ops")) {
        let stem = file.file_stem().and_then(|stem| stem.to_str()).expect("a UTF-8 name");
        assert!(names().contains(stem) && title(stem) == stem, "{} is not of an operator", file.display());
    }
}
