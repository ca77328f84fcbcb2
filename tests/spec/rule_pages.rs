//! Every rule has a page with the required structure, and its examples behave as the page states.
//! `cargo test --test spec rule_pages` runs them.
//!
//! A model in "Example" has exactly the findings listed after it; the models in "How to fix it" have no finding of the rule,
//! and no error at all.
//!
//! Blocks for readers are fenced: `onnx` (ONNX text), `xml` (IR), `text` (a whole file), `sh` (options), `diff` (an edit of
//! the XML in the example), and `textproto`, which shows the model of the `hex` after it. In "How to fix it", `fixed` after
//! the kind of a block says that `lint --fix` makes this of the first example, `fixed 2` of the second one, or of a block
//! `before` in front of it. Blocks that only the test needs are
//! comments, `<!-- test: KIND` to `-->`, which `explain` and Markdown renderers hide: `findings`; `bin` (the file next to the
//! model, by default `model.bin`); `hex` (a whole file); `xml-bytes` (IR, where `\xNN` stands for a byte).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use shapewright::fix::{FixOptions, fix};
use shapewright::graph::{Dialect, Model};
use shapewright::rules::{RULES, Rule};
use shapewright::{AnalysisOptions, Dim, Level, NamedType, ReadOptions, Source, Target, analyze};

use crate::support;

const SECTIONS: [&str; 6] =
    ["What it does", "Why it matters", "Example", "How to fix it", "How other tools behave", "References"];

/// Kinds of blocks that readers see, and those that only this test reads.
const SHOWN: [&str; 6] = ["onnx", "xml", "text", "sh", "diff", "textproto"];
const HIDDEN: [&str; 4] = ["findings", "bin", "hex", "xml-bytes"];

/// Rules whose example is not run, with the reason.
const NOT_RUN: &[(&str, &str)] = &[
    ("FM011", "a file that reaches a limit is too large for a page"),
    ("GR120", "so many bodies are too large for a page"),
];

/// Rules whose fix is that of OP201: the one edit that makes the node valid.
const LIKE_OP201: [&str; 4] = ["OP107", "OP203", "TY101", "TY102"];

/// Rules whose fix changes records that only a binary file has, or that need a weights file next to the page's text: tested in
/// `tests/formats/fix.rs` and `tests/cli/commands/fix.rs`.
const ELSEWHERE: [&str; 3] = ["FM005", "TN101", "TN104"];

/// The files of the pages, by code: [`Rule::page`] omits the blocks that only tests read.
static PAGES: LazyLock<BTreeMap<&str, String>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    let read = |rule: &Rule| {
        let path = folder.join(rule.name().replace('-', "_")).with_extension("md");
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).replace("\r\n", "\n")
    };
    RULES.iter().map(|rule| (rule.code(), read(rule))).collect()
});

/// A block: the words after the fence or after `test:`, and its text.
type Block<'a> = (&'a str, String);

/// A file to write and read, and its expected findings.
#[derive(Default, Clone)]
struct Example {
    name: &'static str,
    bytes: Vec<u8>,
    beside: Vec<(String, Vec<u8>)>,
    bind: Vec<(String, Dim)>,
    /// Rules that are off unless they are asked for.
    extend: Vec<&'static Rule>,
    targets: Vec<Target>,
    expect: Vec<NamedType>,
    findings: Vec<String>,
}

fn section(page: &'static str, title: &str) -> &'static str {
    let start = page.find(&format!("\n## {title}\n")).unwrap_or_else(|| panic!("no section `{title}`:\n{page}"));
    let text = &page[start + 1..];
    text.find("\n## ").map_or(text, |end| &text[..end])
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let (mut found, mut lines) = (Vec::new(), text.lines());
    while let Some(line) = lines.next() {
        let (info, end, kinds) = match (line.strip_prefix("```"), line.strip_prefix("<!-- test: ")) {
            (Some(info), _) => (info, "```", &SHOWN[..]),
            (_, Some(info)) => (info, "-->", &HIDDEN[..]),
            _ => {
                assert!(!line.starts_with("<!--"), "a comment that no test reads: {line}");
                continue;
            }
        };
        assert!(kinds.contains(&info.split(' ').next().unwrap_or_default()), "{line}: not among {kinds:?}");
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != end).collect();
        found.push((info, body.join("\n")));
    }
    found
}

/// The examples of a section; those of "How to fix it" start from the IR example that they fix.
fn examples(rule: &Rule, title: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut mended = match title {
        "How to fix it" => examples(rule, "Example").into_iter().rfind(|e| e.name == "model.xml"),
        _ => None,
    };
    let (mut shown, mut is_before) = (false, false);
    for (info, body) in blocks(section(&PAGES[rule.code()], title)) {
        let (kind, argument) = info.split_once(' ').unwrap_or((info, ""));
        // The block after `before` shows what a fix makes of it.
        if std::mem::replace(&mut is_before, argument == "before") || is_before {
            continue;
        }
        let start = match kind {
            "onnx" => Some(("model.onnxtxt", body.clone().into_bytes())),
            "xml" => Some(("model.xml", body.clone().into_bytes())),
            "xml-bytes" => Some(("model.xml", unescape(&body))),
            "text" => Some((if body.starts_with('<') { "model.xml" } else { "model.onnx" }, body.clone().into_bytes())),
            "hex" => Some(("model.onnx", hex(&body))),
            _ => None,
        };
        assert!(!shown || kind == "hex", "{}: `textproto` shows no model", rule.code());
        shown = kind == "textproto";
        if shown {
            continue;
        }
        if let Some((name, bytes)) = start {
            found.push(Example { name, bytes, ..Example::default() });
            continue;
        }
        // A diff, or weights alone, fix the IR example.
        let alone = kind == "bin" && argument.is_empty() && found.last().is_none_or(|e| e.name != "model.xml");
        if kind == "diff" || alone {
            let base = mended.take().unwrap_or_else(|| panic!("{}: `{kind}` fixes no XML", rule.code()));
            found.push(base);
        }
        let example = found.last_mut().unwrap_or_else(|| panic!("{}: `{kind}` before a model", rule.code()));
        apply(rule, example, (kind, argument), &body);
    }
    assert!(!shown, "{}: `textproto` shows no model", rule.code());
    found
}

fn apply(rule: &Rule, example: &mut Example, (kind, argument): (&str, &str), body: &str) {
    match kind {
        "diff" => example.bytes = mend(rule, example, body),
        "bin" => {
            let name = if argument.is_empty() { "model.bin" } else { argument };
            example.beside.retain(|(known, _)| known != name);
            example.beside.push((name.to_owned(), body.lines().flat_map(support::weights).collect()));
        }
        "sh" => {
            let words: Vec<&str> = body.split_whitespace().map(|word| word.trim_matches('\'')).collect();
            let given = |option: &'static str| words.windows(2).filter(move |w| w[0] == option).map(|w| w[1]);
            example.expect = given("--expect").map(|text| text.parse().expect("a type")).collect();
            example.extend = given("--extend-select").filter_map(shapewright::rules::lookup).collect();
            let targets = given("--target").flat_map(|list| list.split(','));
            example.targets = targets.map(|target| target.parse().expect("a target")).collect();
            let binds = given("--bind").filter_map(|text| text.split_once('='));
            example.bind = binds.map(|(name, size)| (name.to_owned(), size.parse().expect("a size"))).collect();
        }
        "findings" => example.findings = body.lines().map(str::to_owned).collect(),
        other => panic!("{}: unknown block `{other}`", rule.code()),
    }
}

/// Replaces each run of `-` lines, which must occur once in the text, with the run of `+` lines after it.
fn mend(rule: &Rule, example: &Example, diff: &str) -> Vec<u8> {
    let mut text = String::from_utf8(example.bytes.clone()).expect("XML of a page is UTF-8");
    let mut lines = diff.lines().peekable();
    while lines.peek().is_some() {
        let mut run = |sign: char| {
            let mut run = Vec::new();
            while let Some(line) = lines.peek().and_then(|l| l.strip_prefix(sign)) {
                run.push(line);
                lines.next();
            }
            run.join("\n")
        };
        let (old, new) = (run('-'), run('+'));
        assert!(!old.is_empty(), "{}: a diff without `-`", rule.code());
        assert_eq!(text.matches(&old).count(), 1, "{}: `{old}` must stand in the example once", rule.code());
        text = text.replace(&old, &new);
    }
    text.into_bytes()
}

fn hex(body: &str) -> Vec<u8> {
    body.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).expect("two hexadecimal digits")).collect()
}

fn unescape(body: &str) -> Vec<u8> {
    let mut parts = body.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        bytes.extend(hex(&part[..2]));
        bytes.extend(&part.as_bytes()[2..]);
    }
    bytes
}

fn folder(rule: &Rule, title: &str, index: usize) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rule_pages").join(rule.code());
    let folder = folder.join(format!("{}-{index}", title.to_lowercase().replace(' ', "-")));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the example");
    folder
}

/// The findings of an example as `findings` blocks list them, and the messages.
fn run(folder: &Path, example: &Example) -> (Vec<String>, String) {
    for (name, bytes) in &example.beside {
        fs::write(folder.join(name), bytes).expect("the file can be written");
    }
    let path = folder.join(example.name);
    fs::write(&path, &example.bytes).expect("the model can be written");
    let source = Source::open(&path).expect("the model was written");
    let model = Model::read(source, &ReadOptions::default());
    let mut wanted: Vec<&Rule> = RULES.iter().copied().filter(|rule| rule.is_default()).collect();
    wanted.extend(&example.extend);
    let (bind, expect, targets) = (example.bind.clone(), example.expect.clone(), example.targets.clone());
    let options = AnalysisOptions {
        bind,
        expect,
        targets,
        enabled_rules: Some(wanted.into_iter().map(Into::into).collect()),
        ..AnalysisOptions::default()
    };
    let analysis = analyze(&model, &options);
    let mut found = support::findings(&model, &analysis);
    found.sort();
    let messages = analysis.findings.iter().map(|f| format!("    {} {}: {}", f.level, f.rule.code(), f.message));
    (found, messages.collect::<Vec<_>>().join("\n"))
}

fn run_rules() -> impl Iterator<Item = &'static Rule> {
    RULES.iter().copied().filter(|rule| NOT_RUN.iter().all(|(code, _)| *code != rule.code()))
}

#[test]
fn example_has_exactly_the_listed_findings() {
    let mut failures = Vec::new();
    for rule in run_rules() {
        for (index, example) in examples(rule, "Example").iter().enumerate() {
            let (found, messages) = run(&folder(rule, "Example", index), example);
            let mut expected = example.findings.clone();
            expected.sort();
            assert!(expected.iter().any(|l| l.contains(rule.code())), "{}: an example without it", rule.code());
            if found != expected {
                failures.push(format!(
                    "{} {}\n  listed {expected:?}\n  found  {found:?}\n{messages}",
                    rule.code(),
                    example.name
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{} examples are wrong:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn fixed_example_has_no_finding_of_the_rule() {
    let mut failures = Vec::new();
    for rule in run_rules() {
        let fixed = examples(rule, "How to fix it");
        assert!(!fixed.is_empty(), "{}: nothing is fixed", rule.code());
        for (index, example) in fixed.iter().enumerate() {
            let (found, messages) = run(&folder(rule, "How to fix it", index), example);
            if found.iter().any(|line| line.contains(rule.code()) || line.starts_with(Level::Error.name())) {
                failures.push(format!("{} {}: {found:?}\n{messages}", rule.code(), example.name));
            }
        }
    }
    assert!(failures.is_empty(), "{} fixed examples are not clean:\n{}", failures.len(), failures.join("\n"));
}

/// What `lint --fix --unsafe-fixes` makes of an example if it fixes only the findings of this rule.
fn fixed(folder: &Path, rule: &Rule, example: &Example) -> Option<String> {
    run(folder, example);
    let source = Source::open(folder.join(example.name)).expect("the model was written");
    let model = Model::read(source, &ReadOptions::default());
    let mut wanted: Vec<&Rule> = RULES.iter().copied().filter(|rule| rule.is_default()).collect();
    wanted.extend(&example.extend);
    let (bind, targets) = (example.bind.clone(), example.targets.clone());
    let wanted = Some(wanted.into_iter().map(Into::into).collect());
    let analysis = AnalysisOptions { bind, targets, enabled_rules: wanted, ..AnalysisOptions::default() };
    let options = FixOptions { unsafe_fixes: true, analysis, ..FixOptions::default() };
    let fixed = fix(model, &options, |_, finding| finding.rule == rule);
    let output = fixed.output.map(|output| output.model.to_bytes());
    output.map(|bytes| String::from_utf8_lossy(&bytes).trim_end().to_owned())
}

/// The blocks that show what a fix makes: what it is made of, and the text.
fn fixed_blocks(rule: &Rule) -> Vec<(Example, String)> {
    let examples = examples(rule, "Example");
    let (mut shown, mut before) = (Vec::new(), None);
    for (info, body) in blocks(section(&PAGES[rule.code()], "How to fix it")) {
        if let Some(kind) = info.strip_suffix(" before") {
            let name = if kind == "xml" { "model.xml" } else { "model.onnxtxt" };
            before = Some(Example { name, bytes: body.into_bytes(), ..Example::default() });
            continue;
        }
        let Some((kind, number)) = info.split_once(" fixed") else { continue };
        let number: usize = number.trim().parse().unwrap_or(1);
        let numbered =
            || examples.get(number - 1).unwrap_or_else(|| panic!("{}: no example {number}", rule.code())).clone();
        let example = before.take().unwrap_or_else(numbered);
        let text = match kind {
            "diff" => String::from_utf8(mend(rule, &example, &body)).expect("the page is UTF-8"),
            _ => body,
        };
        shown.push((example, text));
    }
    shown
}

#[test]
fn fixes_make_what_the_page_shows() {
    let mut failures = Vec::new();
    for rule in RULES {
        let shown = fixed_blocks(rule);
        if shown.is_empty() != rule.fixes().is_empty() && ![&LIKE_OP201[..], &ELSEWHERE].concat().contains(&rule.code())
        {
            failures.push(format!("{}: {} blocks `fixed`, fixes {:?}", rule.code(), shown.len(), rule.fixes()));
        }
        for (number, (example, text)) in shown.iter().enumerate() {
            let made = fixed(&folder(rule, "Fixed", number), rule, example);
            if made.as_deref() != Some(text.trim_end()) {
                failures.push(format!(
                    "{} block {number}: shown\n{text}\nmade\n{}",
                    rule.code(),
                    made.unwrap_or_default()
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{} pages:\n{}", failures.len(), failures.join("\n"));
}

/// The level, category and reason that a page must state for the formats that it names.
fn header_start(rule: &Rule, header: &str) -> String {
    let formats =
        [(rule.level_reason(Dialect::Onnx), "in ONNX"), (rule.level_reason(Dialect::OpenVino), "in OpenVINO IR")];
    let named: Vec<_> = formats.into_iter().filter(|(_, format)| header.contains(format)).collect();
    assert!(!named.is_empty(), "{}: no format in `{header}`", rule.code());
    let levels: Vec<String> = named.iter().map(|(reason, format)| format!("{} {format}", reason.level())).collect();
    let reasons: Vec<String> = match &named[..] {
        [(one, _), (other, _)] if one != other => {
            named.iter().map(|(reason, format)| format!("{format}, {}", reason.sentence())).collect()
        }
        named => vec![named[0].0.sentence().to_owned()],
    };
    format!("Level: {}. Category: {}. Reason: {}.", levels.join(", "), rule.category().name(), reasons.join("; "))
}

#[test]
fn page_has_title_level_and_sections() {
    for rule in RULES {
        let page: &'static str = &PAGES[rule.code()];
        let mut lines = page.lines();
        assert_eq!(lines.next(), Some(&*format!("# {} {}", rule.code(), rule.name())));
        let header = lines.skip(1).take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        let expected = header_start(rule, &header);
        let cited = header.strip_prefix(&*expected).unwrap_or_else(|| panic!("{expected}\n{header}"));
        let cited = cited.strip_prefix(" Specification: ");
        assert_eq!(cited.is_some(), page.contains("reduce.md#"), "{}: not cited below the level", rule.code());
        for constraint in cited.into_iter().flat_map(|cited| cited.trim_end_matches('.').split(", ")) {
            let link = |n: &u8| format!("[`reduce` C{n}](../../docs/spec/reduce.md#c{n})");
            assert!((1..=15).any(|n| constraint == link(&n)), "{}: {constraint}", rule.code());
        }
        let titles: Vec<&str> = page.lines().filter_map(|l| l.strip_prefix("## ")).collect();
        assert_eq!(titles, SECTIONS, "{}", rule.code());
        for title in SECTIONS {
            let text = section(page, title).lines().skip(1).collect::<String>();
            assert!(text.len() > 20, "{}: `{title}` says nothing", rule.code());
        }
    }
}

#[test]
fn page_has_an_example_for_each_of_its_dialects() {
    for rule in run_rules() {
        let level = PAGES[rule.code()].lines().nth(2).unwrap_or_default();
        let names: Vec<&str> = examples(rule, "Example").iter().map(|e| e.name).collect();
        let onnx = names.iter().any(|n| n.starts_with("model.onnx"));
        // A Git LFS pointer is the same whatever it stands for.
        let openvino = names.contains(&"model.xml") || rule.code() == "FM003";
        for (dialect, shown) in [("in ONNX", onnx), ("in OpenVINO IR", openvino)] {
            let (code, named) = (rule.code(), level.contains(dialect));
            assert!(shown || !named, "{code}: the page names a level {dialect}, but `Example` has no model {dialect}");
            assert!(named || !shown, "{code}: `Example` has a model {dialect}, but the page names no level {dialect}");
        }
    }
}

#[test]
fn page_fits_a_terminal() {
    for rule in RULES {
        let file = &PAGES[rule.code()];
        for line in file.lines() {
            assert!(line.chars().count() <= 130, "{}: too long for a terminal: {line}", rule.code());
            assert_eq!(line, line.trim_end(), "{}: blanks at the end of a line", rule.code());
        }
        assert!(rule.page().lines().count() <= 100, "{}: too long for a page", rule.code());
        assert!(file.ends_with('\n') && !file.ends_with("\n\n"), "{}: one line break at the end", rule.code());
    }
}
