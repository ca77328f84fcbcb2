//! Reports for services and programs: each is read by an independent parser and agrees with `json`.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use serde_sarif::sarif::{ResultLevel, Sarif};

const BINARY: &str = "testdata/onnx/detector.onnx";
const TEXT: &str = "testdata/openvino/detector.xml";
const CLEAN: &str = "testdata/openvino/dynamic.xml";

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the program runs")
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shapewright"));
    command.args(arguments).env_remove("GITHUB_STEP_SUMMARY");
    command
}

fn text(arguments: &[&str]) -> String {
    String::from_utf8(run(arguments).stdout).expect("reports are UTF-8")
}

fn json(paths: &[&str]) -> Value {
    let report = text(&[&["-f", "json"], paths].concat());
    serde_json::from_str(&report).expect("JSON")
}

fn findings(paths: &[&str]) -> Vec<Value> {
    json(paths)["diagnostics"].as_array().expect("a list").clone()
}

/// A folder for this test alone.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("reports-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn sarif_is_read_by_an_independent_parser() {
    let paths = [BINARY, TEXT, CLEAN];
    let report: Sarif = serde_json::from_str(&text(&[&["-f", "sarif"][..], &paths].concat())).expect("SARIF 2.1.0");
    assert_eq!(serde_json::to_value(&report.version).expect("a version"), "2.1.0");
    let run = &report.runs[0];
    let rules = run.tool.driver.rules.as_ref().expect("rules");
    let (results, expected) = (run.results.as_ref().expect("results"), findings(&paths));
    assert_eq!(results.len(), expected.len());
    for result in results {
        let fingerprint = &result.partial_fingerprints.as_ref().expect("fingerprints")["shapewright/v1"];
        let finding = expected.iter().find(|finding| finding["fingerprint"] == fingerprint.as_str());
        let finding = finding.expect("the same finding in JSON");
        let code = finding["code"].as_str();
        assert_eq!(result.rule_id.as_deref(), code);
        assert_eq!(Some(rules[result.rule_index.expect("an index") as usize].id.as_str()), code);
        let level = match finding["level"].as_str() {
            Some("error") => ResultLevel::Error,
            Some("warning") => ResultLevel::Warning,
            _ => ResultLevel::Note,
        };
        assert_eq!(result.level, Some(level));
        let place = result.locations.as_ref().expect("a location")[0].physical_location.as_ref().expect("a file");
        assert_eq!(place.artifact_location.as_ref().and_then(|a| a.uri.as_deref()), finding["path"].as_str());
        let region = place.region.as_ref().expect("a region, without which GitHub refuses the report");
        let (bytes, source) = (&finding["location"]["bytes"], &finding["location"]["source"]);
        match source["line"].as_i64() {
            Some(line) => assert_eq!(region.start_line, Some(line)),
            None => {
                assert_eq!(region.start_line, Some(1));
                assert_eq!(region.byte_offset, bytes[0].as_i64());
                assert_eq!(region.byte_length, bytes[1].as_i64().map(|end| end - bytes[0].as_i64().unwrap_or(0)));
            }
        }
    }
}

#[test]
fn gitlab_fingerprints_are_unique() {
    // One file under two names, so that every finding is there twice.
    let paths = [TEXT, "testdata/../testdata/openvino/detector.xml", BINARY];
    let report: Value = serde_json::from_str(&text(&[&["-f", "gitlab"][..], &paths].concat())).expect("JSON");
    let issues = report.as_array().expect("a list");
    assert_eq!(issues.len(), findings(&paths).len());
    let unique: HashSet<&str> = issues.iter().filter_map(|i| i["fingerprint"].as_str()).collect();
    assert_eq!(unique.len(), issues.len());
    for issue in issues {
        assert!(["info", "minor", "major"].contains(&issue["severity"].as_str().unwrap_or_default()), "{issue}");
        assert!(issue["location"]["lines"]["begin"].as_u64() >= Some(1), "{issue}");
        assert!(issue["description"].is_string() && issue["check_name"].is_string(), "{issue}");
    }
    assert_eq!(text(&["-f", "gitlab", CLEAN]), "[]\n");
}

/// Test cases by name, and the message of each one's failure.
fn cases(arguments: &[&str]) -> Vec<(String, Option<String>)> {
    let report = text(&[&["-f", "junit"][..], arguments].concat());
    let report = quick_junit::Report::deserialize_from_str(&report).expect("JUnit");
    let of = |case: &quick_junit::TestCase| match &case.status {
        quick_junit::TestCaseStatus::NonSuccess { message, .. } => {
            message.as_ref().map(|text| text.as_str().to_owned())
        }
        _ => None,
    };
    let cases = report.test_suites.iter().flat_map(|suite| &suite.test_cases);
    let cases: Vec<_> = cases.map(|case| (case.name.as_str().to_owned(), of(case))).collect();
    assert_eq!(report.failures, cases.iter().filter(|(_, failure)| failure.is_some()).count());
    cases
}

#[test]
fn junit_has_one_case_per_file() {
    let warning = "testdata/openvino/missing-bin.xml";
    let cases = |arguments: &[&str]| cases(&[&["--severity", "FM004=warning"], arguments].concat());
    let passing = cases(&[TEXT, CLEAN, warning]);
    // The file that fails is first, and the clean one last.
    assert_eq!(passing.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), [TEXT, warning, CLEAN]);
    assert_eq!((passing[1].1.is_some(), passing[2].1.is_some()), (false, false));
    assert!(passing[0].1.as_ref().is_some_and(|m| m.contains("axis 4 is out of range")), "{passing:?}");
    // What fails the run fails the case.
    let strict = cases(&["--fail-on", "warning", TEXT, CLEAN, warning]);
    assert_eq!((strict[0].1.is_some(), strict[1].1.is_some(), strict[2].1.is_some()), (true, true, false));
}

#[test]
fn github_annotates_only_lines_of_text() {
    let report = text(&["-f", "github", BINARY, TEXT]);
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines.len(), findings(&[BINARY, TEXT]).len());
    for line in &lines {
        assert!(["::error ", "::warning ", "::notice "].iter().any(|start| line.starts_with(start)), "{line}");
        assert_eq!(line.contains(",line="), line.contains(".xml"), "{line}");
    }
}

/// Models of which the first has many faults of different kinds, and every other one an undefined input.
fn faulty_models(folder: &Path) {
    let model = |nodes: &[String]| {
        format!("<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[2,3] x) => (y)\n{{\n{}\n}}\n", nodes.join("\n"))
    };
    let faults = ["Reluu (x)", "ReduceMin <keepdims = 7> (x)", "Softmax <axis = 9> (x)", "Add (x)", "Relu <a = 1> (x)"];
    let many = |(at, fault): (usize, &&str)| format!("  [\"/block/{at}/n\"] v{at} = {fault}");
    let many: Vec<String> = faults.iter().enumerate().map(many).chain(["  y = Relu (x)".to_owned()]).collect();
    fs::write(folder.join("a.onnxtxt"), model(&many)).expect("a file");
    for file in 0..7 {
        let path = folder.join(format!("b{file}.onnxtxt"));
        fs::write(path, model(&["  y = Relu (gone)".to_owned()])).expect("a file");
    }
}

#[test]
fn github_annotates_every_file_before_it_annotates_one_twice() {
    let folder = folder("github-order");
    faulty_models(&folder);
    let report = text(&["-f", "github", "--min-level", "error", folder.to_str().expect("UTF-8")]);
    let lines: Vec<&str> = report.lines().collect();
    let errors = lines.iter().filter(|line| line.starts_with("::error ")).count();
    assert_eq!(errors, 10, "{report}");
    let files: HashSet<&str> = lines[..8].iter().filter_map(|line| line.split([',', ' ']).nth(1)).collect();
    assert_eq!(files.len(), 8, "{report}");
    // The others are in the log only.
    assert!(lines[10].starts_with("::group::") && lines.last() == Some(&"::endgroup::"), "{report}");
    assert!(report.contains("/block/"), "{report}");
    let rest: Vec<&&str> = lines.iter().filter(|line| line.starts_with("- ")).collect();
    assert!(!rest.is_empty() && rest.iter().all(|line| line.contains("; help: ")), "{report}");
}

#[test]
fn reports_for_reviewers_name_the_operator_of_an_unnamed_node() {
    let path = folder("unnamed").join("m.onnxtxt");
    let nodes = "  r = ReduceMin <keepdims = 7> (x)\n  y = Reluu (r)";
    let model = format!("<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[2] x) => (y)\n{{\n{nodes}\n}}\n");
    fs::write(&path, model).expect("a file");
    let report = |format: &str| text(&["-f", format, path.to_str().expect("UTF-8")]);
    let (github, markdown) = (report("github"), report("markdown"));
    assert!(github.contains("::main/#0 (ReduceMin): attribute `keepdims` is 7"), "{github}");
    assert!(markdown.contains("| `main/#0 (ReduceMin)` | attribute `keepdims` is 7"), "{markdown}");
    assert!(markdown.contains("expected 0 or 1<br>help: set it to 0 or 1 |"), "{markdown}");
    // What the message names is not repeated.
    assert!(github.contains("::main/#1: there is no operator `Reluu`"), "{github}");
}

#[test]
fn the_job_summary_begins_with_what_fails() {
    let folder = folder("github-summary");
    faulty_models(&folder);
    let summary = folder.join("summary.md");
    let arguments = ["-f", "github", folder.to_str().expect("UTF-8"), CLEAN];
    command(&arguments).env("GITHUB_STEP_SUMMARY", &summary).output().expect("the program runs");
    let text = fs::read_to_string(&summary).expect("the summary");
    let mut lines = text.lines().filter(|line| !line.is_empty());
    assert!(lines.next().is_some_and(|line| line.contains(" error")), "{text}");
    assert!(lines.next().is_some_and(|line| line.starts_with("**8 files fail:** ")), "{text}");
    let levels = lines.skip(2).filter(|line| line.starts_with("| "));
    let rank = |line: &str| ["error", "warning", "note"].iter().position(|level| line.split(' ').nth(1) == Some(level));
    let ranks: Vec<Option<usize>> = levels.map(rank).collect();
    assert!(ranks.is_sorted() && ranks.contains(&Some(0)) && !ranks.contains(&None), "{text}");
}

#[test]
fn similar_findings_are_grouped_alike_in_every_report_for_people() {
    let folder = folder("grouped");
    let nodes: Vec<String> = (0..9).map(|at| format!("  [\"/m~1/n{at}\"] v{at} = Reluu (x)")).collect();
    let model =
        format!("<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[2] x) => (v0)\n{{\n{}\n}}\n", nodes.join("\n"));
    let path = folder.join("m.onnxtxt");
    fs::write(&path, model).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let report = |format: &str, more: &[&str]| text(&[&["-f", format, "--select", "OP100", path], more].concat());
    let note = "8 more like this: main//m~1/n1, main//m~1/n2, main//m~1/n3, …";
    for format in ["full", "concise", "github"] {
        let grouped = report(format, &[]);
        assert_eq!(grouped.matches("OP100").count(), 1 + usize::from(format == "full"), "{grouped}");
        assert!(grouped.contains(note), "{grouped}");
        let all = report(format, &["--no-group"]);
        assert!(all.matches("OP100").count() >= 9 && !all.contains("more like this"), "{all}");
    }
    assert!(report("markdown", &[]).contains("8 more like this"));
    for format in ["json", "sarif", "junit", "gitlab"] {
        assert!(report(format, &[]).matches("n8").count() > 0, "{format}");
    }
    // Programs get the path with escaped names.
    assert!(report("sarif", &[]).contains("\"main/~1m~01~1n8\""));
}

#[test]
fn github_appends_a_table_to_the_job_summary() {
    let summary = folder("github").join("summary.md");
    fs::write(&summary, "before\n").expect("a file");
    for _ in 0..2 {
        command(&["-f", "github", TEXT]).env("GITHUB_STEP_SUMMARY", &summary).output().expect("the program runs");
    }
    let text = fs::read_to_string(&summary).expect("the summary");
    assert!(text.starts_with("before\n### shapewright: "), "{text}");
    assert_eq!(text.matches("### shapewright").count(), 2);
}

#[test]
fn markdown_has_one_row_per_finding() {
    let report = text(&["-f", "markdown", BINARY, TEXT, CLEAN]);
    let rows: Vec<&str> = report.lines().filter(|l| l.starts_with("| ")).skip(1).collect();
    assert_eq!(rows.len(), findings(&[BINARY, TEXT, CLEAN]).len());
    assert!(report.starts_with("### shapewright: "), "{report}");
    for row in rows {
        assert_eq!(row.replace("\\|", "").matches('|').count(), 6, "{row}");
    }
}

#[test]
fn one_run_writes_several_reports() {
    let folder = folder("several");
    let of = |form: &str, name: &str| format!("{form}{}", folder.join(name).display());
    let (sarif, junit, full) = (of("sarif:", "lint.sarif"), of("junit:", "lint.xml"), of("", "lint.txt"));
    let both = run(&["-o", &sarif, "-o", &junit, "-f", "concise", TEXT]);
    assert_eq!(both.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&both.stdout), text(&["-f", "concise", TEXT]));
    let written = |name: &str| fs::read_to_string(folder.join(name)).expect("a report");
    assert_eq!(written("lint.sarif"), text(&["-f", "sarif", TEXT]));
    assert_eq!(written("lint.xml"), text(&["-f", "junit", TEXT]));
    // Without a form of its own, the file gets what standard output would.
    let one = run(&["-o", &full, TEXT]);
    assert_eq!((one.status.code(), one.stdout.len()), (Some(1), 0));
    assert_eq!(written("lint.txt"), text(&[TEXT]));
}

#[test]
fn unwritable_report_is_a_usage_error() {
    let folder = folder("unwritable");
    let model = folder.join("m.xml");
    fs::copy(TEXT, &model).expect("a copy");
    let model = model.to_str().expect("UTF-8");
    for wrong in [format!("{}/no/such/folder", folder.display()), format!("sarif:{model}"), String::from("sarif:")] {
        assert_eq!(run(&["-o", &wrong, model]).status.code(), Some(2), "{wrong}");
    }
    assert_eq!(fs::read(model).expect("the model"), fs::read(TEXT).expect("the original"));
    if Path::new("/dev/full").exists() {
        assert_eq!(run(&["-o", "json:/dev/full", CLEAN]).status.code(), Some(2));
    }
}
