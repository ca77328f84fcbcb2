//! JUnit and GitLab reports of many findings in both dialects, with names that need escaping, read by independent parsers.
//!
//! JUnit is read by quick-junit, which shares no code with the writer. No crate reads GitLab reports: the types below accept
//! the fields that GitLab's page on code quality reports names, and no others.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus};
use serde::Deserialize;
use serde_json::Value;

use crate::folder::Folder;

/// A fault in a node, of a value and a node with names as hostile as a file may have them.
const HOSTILE: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[2,3] "<x> & 'y' ]]>") => (float[2] "y\u{1b}[2J")
<int64[1] a = {7}>
{
  ["<!-- \"n\" & \u{1} -->"] "y\u{1b}[2J" = ReduceMin <keepdims = 0> ("<x> & 'y' ]]>", a)
}
"#;

/// Every test model of both dialects in a folder; some have many findings, some none.
fn models(name: &str) -> Folder {
    let folder = Folder::new(name);
    for dialect in ["onnx", "openvino"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(dialect);
        for file in fs::read_dir(from).expect("the test data").flatten() {
            let name = file.file_name().into_string().expect("UTF-8");
            folder.write(&format!("m/{dialect}/{name}"), fs::read(file.path()).expect("a file"));
        }
    }
    folder
}

/// The same with files whose names want escaping.
#[cfg(unix)]
fn hostile_models(name: &str) -> Folder {
    let model = HOSTILE.replace("\\u{1b}", "\u{1b}").replace("\\u{1}", "\u{1}");
    let folder = models(name);
    for name in ["a & b.onnxtxt", "<c> \"d\" 'e'.onnxtxt", "f]]>g\u{1b}[31m.onnxtxt", "h\ni\u{1}\tj.onnxtxt"] {
        folder.write(&format!("m/{name}"), &model);
    }
    folder
}

#[cfg(not(unix))]
fn hostile_models(name: &str) -> Folder {
    models(name)
}

fn list<'a>(report: &'a Value, key: &str) -> &'a [Value] {
    report[key].as_array().expect("a list")
}

fn word<'a>(object: &'a Value, key: &str) -> &'a str {
    object[key].as_str().unwrap_or_else(|| panic!("no {key}: {object}"))
}

/// The levels of the findings of a file.
fn levels<'a>(report: &'a Value, path: &str) -> Vec<&'a str> {
    list(report, "diagnostics").iter().filter(|f| f["path"] == path).map(|f| word(f, "level")).collect()
}

fn junit(folder: &Folder, more: &[&str]) -> Report {
    let (text, _, _) = folder.says(&[&["lint", "-f", "junit", "m"], more].concat());
    Report::deserialize_from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The findings of a file at or above a level, as in its test case; and the others.
fn told(case: &TestCase) -> (Option<(&str, &str)>, &str) {
    let rest = case.system_out.as_ref().map_or("", |text| text.as_str());
    match &case.status {
        TestCaseStatus::Success { .. } => (None, rest),
        TestCaseStatus::NonSuccess { kind: NonSuccessKind::Failure, message, description, .. } => {
            let text = |text: &Option<quick_junit::XmlString>| text.as_ref().map_or("", |text| text.as_str()).len();
            assert!(text(message) > 0 && text(description) > 0, "{case:?}");
            (message.as_deref().zip(description.as_deref()), rest)
        }
        other => panic!("a case fails or passes: {other:?}"),
    }
}

/// A name as XML can represent it: without control characters.
fn held(name: &str) -> String {
    let name: String = name.chars().map(|c| if c < ' ' && !"\n\t\r".contains(c) { '\u{fffd}' } else { c }).collect();
    quick_junit::XmlString::new(name).into_string()
}

#[test]
fn junit_is_read_by_an_independent_parser() {
    let folder = hostile_models("junit");
    let expected = folder.lint_shown(&["m"]);
    for (flags, failing) in [(&[][..], &["error"][..]), (&["--fail-on", "warning"], &["error", "warning"])] {
        let report = junit(&folder, flags);
        let [suite] = &report.test_suites[..] else { panic!("one suite: {report:?}") };
        let files = list(&expected, "files");
        assert_eq!((report.tests, suite.tests, suite.test_cases.len()), (files.len(), files.len(), files.len()));
        let mut failures = 0;
        for file in files {
            let path = word(file, "path");
            let case = suite.test_cases.iter().find(|case| case.name.as_str() == held(path));
            let case = case.unwrap_or_else(|| panic!("no case for {path}"));
            assert!(case.classname.as_ref().is_some_and(|name| !name.is_empty()), "{case:?}");
            let levels = levels(&expected, path);
            let fails = levels.iter().filter(|level| failing.contains(level)).count();
            let (failure, rest) = told(case);
            // A line each; a name with a line feed is written in one line.
            let lines = |text: &str| text.lines().filter(|line| !line.is_empty()).count();
            assert_eq!(failure.map_or(0, |(_, text)| lines(text)), fails, "{case:?}");
            assert_eq!(lines(rest), levels.len() - fails, "{case:?}");
            failures += usize::from(fails > 0);
        }
        assert_eq!((report.failures, suite.failures, report.errors, suite.errors), (failures, failures, 0, 0));
        let passes = |case: &TestCase| matches!(case.status, TestCaseStatus::Success { .. });
        assert!(suite.test_cases.iter().is_sorted_by_key(passes), "a file that fails comes after one that does not");
        let clean = suite.test_cases.iter().filter(|case| told(case) == (None, "")).count();
        assert!(failures > 10 && clean > 10, "{failures} fail, {clean} are clean");
    }
}

/// An issue, with the fields that GitLab reads.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Issue {
    description: String,
    check_name: String,
    fingerprint: String,
    severity: Severity,
    location: Location,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(rename_all = "lowercase")]
enum Severity {
    Info,
    Minor,
    Major,
    Critical,
    Blocker,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Location {
    path: String,
    lines: Lines,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Lines {
    begin: u64,
    end: Option<u64>,
}

fn gitlab(folder: &Folder, arguments: &[&str]) -> Vec<Issue> {
    let (text, _, _) = folder.says(&[&["lint", "-f", "gitlab"], arguments].concat());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn gitlab_report_follows_its_documented_format() {
    let folder = hostile_models("gitlab");
    let expected = folder.lint_shown(&["m"]);
    let (issues, findings) = (gitlab(&folder, &["./m"]), list(&expected, "diagnostics"));
    assert_eq!(issues.len(), findings.len());
    for (issue, finding) in issues.iter().zip(findings) {
        assert!(issue.description.starts_with(word(finding, "code")), "{issue:?}");
        assert!(issue.description.ends_with(word(finding, "message")), "{issue:?}");
        assert_eq!(issue.check_name, word(finding, "name"));
        // Relative, and without a dot before it, or GitLab finds no such file in the repository.
        assert_eq!(issue.location.path, word(finding, "path"));
        let severity = match word(finding, "level") {
            "error" => Severity::Major,
            "warning" => Severity::Minor,
            _ => Severity::Info,
        };
        assert_eq!(issue.severity, severity);
        let (Lines { begin, end }, source) = (&issue.location.lines, &finding["location"]["source"]);
        assert_eq!(*begin, source["line"].as_u64().unwrap_or(1), "{issue:?}");
        assert!(*begin > 0 && end.is_none_or(|end| end >= *begin), "{issue:?}");
    }
    let unique: HashSet<&str> = issues.iter().map(|issue| issue.fingerprint.as_str()).collect();
    assert_eq!(unique.len(), issues.len());
    let dialect = |name: &str| issues.iter().filter(|issue| issue.location.path.contains(name)).count();
    assert!(
        dialect("/onnx/") > 20 && dialect("/openvino/") > 10,
        "{} and {}",
        dialect("/onnx/"),
        dialect("/openvino/")
    );
}

#[test]
fn fingerprints_are_stable_across_runs_and_unique_within_one() {
    let folder = models("fingerprints");
    let prints = |arguments: &[&str]| -> Vec<String> {
        gitlab(&folder, arguments).into_iter().map(|issue| issue.fingerprint).collect()
    };
    let once = prints(&["m"]);
    assert_eq!(prints(&["m", "-j", "1"]), once);
    // The same files under another name: every finding is there twice, and none is the same to GitLab.
    let twice = prints(&["m", "m/../m"]);
    assert_eq!((twice.len(), twice.iter().collect::<HashSet<_>>().len()), (2 * once.len(), 2 * once.len()));
    assert!(gitlab(&folder, &["m/openvino/dynamic.xml"]).is_empty(), "a clean file has no issue");
}
