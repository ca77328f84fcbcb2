//! Reports that do not show every finding, or do not cover every file.

use serde_json::{Value, json};

use crate::folder::Folder;

/// Five notes, then three errors.
fn folder(name: &str) -> Folder {
    let notes: String = (0..5).map(|i| format!("  [n{i}] n{i} = ReduceMin <keepdims = 2> (x)\n")).collect();
    let errors: String = (0..3).map(|i| format!("  [e{i}] e{i} = ReduceMin (x, a)\n")).collect();
    let head = "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[2,3] x) => (float[2,3] y)\n<int64[1] a = {4}>\n";
    let model = format!("{head}{{\n{notes}{errors}  y = Relu (x)\n}}\n");
    let config = "[lint]\nmin-level = \"note\"\nselect = [\"OP102\", \"OP105\"]\n[lint.severity]\nOP105 = \"note\"\n";
    Folder::new(name).with("m.onnxtxt", &model).with("n.onnxtxt", model).with("shapewright.toml", config)
}

#[test]
fn most_severe_findings_are_shown_first() {
    let folder = folder("gravest");
    for jobs in ["1", "3"] {
        let found = |most: &str| folder.findings(&["--max-diagnostics", most, "-j", jobs, "m.onnxtxt", "n.onnxtxt"]);
        assert_eq!(found("2"), ["OP102 e0", "OP102 e1"]);
        // In the order of the file; what is left over is for the next one.
        assert_eq!(found("4"), ["OP105 n0", "OP102 e0", "OP102 e1", "OP102 e2"]);
        assert_eq!(found("9")[8..], ["OP102 e0".to_owned()]);
        assert_eq!(found("99").len(), 16);
    }
    for most in ["0", "2"] {
        let (out, _, code) = folder.says(&["--max-diagnostics", most, "m.onnxtxt"]);
        assert!(out.contains("explain OP102`") && !out.contains("note["), "{out}");
        assert_eq!(code, 1);
    }
    // The page's marks are of the findings that it shows.
    let (out, ..) = folder.says(&["--max-diagnostics", "4", "-f", "html", "m.onnxtxt", "n.onnxtxt"]);
    let line = |text: &str| {
        let node = out.lines().find(|line| line.contains("<li id=\"f1L") && line.contains(text));
        node.unwrap_or_else(|| panic!("no {text}: {out}")).to_owned()
    };
    assert!(line("[e2]").contains("#f1-4") && line("[n0]").contains("#f1-1") && !line("[n1]").contains("#f1-"));
    assert!(out.contains("n.onnxtxt</a>: nothing shown") && out.contains("without findings").eq(&false), "{out}");
}

#[test]
fn hidden_failing_findings_fail_in_every_format() {
    let folder = folder("unshown");
    let (out, ..) = folder.says(&["--max-diagnostics", "1", "-f", "junit", "m.onnxtxt", "n.onnxtxt"]);
    for part in
        ["failures=\"2\"", "2 findings not shown (--max-diagnostics)", "message=\"3 errors: not shown\"", ">3 findings"]
    {
        assert!(out.contains(part), "{part}: {out}");
    }
    // Notes that are not shown fail nothing.
    let (out, ..) = folder.says(&["--max-diagnostics", "0", "-f", "junit", "--ignore", "OP102", "m.onnxtxt"]);
    assert!(out.contains("failures=\"0\"") && !out.contains("<failure"), "{out}");
    let (out, ..) = folder.says(&["--max-diagnostics", "1", "-f", "markdown", "m.onnxtxt"]);
    assert!(out.contains("\n7 more are not shown.\n"), "{out}");
}

#[test]
fn statistics_count_hidden_findings() {
    let folder = folder("statistics");
    let rows = json!([
        {"code": "OP105", "name": "invalid-attribute-value", "findings": 5, "errors": 0, "warnings": 0, "notes": 5, "files": 1},
        {"code": "OP102", "name": "axis-out-of-range", "findings": 3, "errors": 3, "warnings": 0, "notes": 0, "files": 1},
    ]);
    for more in [&[][..], &["--min-level", "error"], &["--max-diagnostics", "1"]] {
        let (out, ..) = folder.says(&[&["--statistics", "-f", "json", "m.onnxtxt"], more].concat());
        assert_eq!(serde_json::from_str::<Value>(&out).expect("JSON"), rows, "{more:?}");
    }
}

#[test]
fn report_of_an_incomplete_run_states_this() {
    let folder = folder("half");
    let says = "The run is incomplete (exit code 2)";
    for form in ["markdown", "html"] {
        for paths in [&["nothere"][..], &["m.onnxtxt", "nothere"]] {
            let (out, _, code) = folder.says(&[&["-f", form], paths].concat());
            assert!(out.contains(says) && code == 2, "{form} {paths:?}: {out}");
        }
        assert!(!folder.says(&["-f", form, "m.onnxtxt"]).0.contains("incomplete"));
    }
    let mut command = folder.command(&["nothere", "-f", "github", "--max-diagnostics", "1", "m.onnxtxt"]);
    command.env("GITHUB_STEP_SUMMARY", folder.0.join("step.md")).output().expect("the program runs");
    let step = folder.text_of("step.md");
    assert!(step.starts_with("### shapewright: incomplete, 3 errors, 5 notes in 1 file\n"), "{step}");
    assert!(step.contains(says) && step.contains("7 more are not shown."), "{step}");
}
