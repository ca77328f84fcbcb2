//! Files with more findings than a report lists: one finding of each rule stands for the others, so nothing hides.

use std::fmt::Write;

use crate::folder::Folder;

/// The findings of each level that a report lists.
const LISTED: usize = 5_000;

/// The findings that follow from `LISTED` for other rules.
const FIRST: usize = 20;

/// A model with this number of nodes with a wrong axis (OP102), and after them `unknown` nodes with an unknown operator
/// (OP100). `header` is in front of the graph.
fn model(header: &str, axes: usize, unknown: usize) -> String {
    let mut text = format!("<ir_version: 8, opset_import: [\"\" : 18]>\n{header}g (float[2] x) => (float[2] y) ");
    text += "<int64[1] a = {4}> {\n  y = Relu (x)\n";
    let outputs: String = (0..axes).map(|i| format!("  r{i} = ReduceMin (x, a)\n")).collect();
    text += &outputs;
    for i in 0..unknown {
        let _ = writeln!(text, "  [last{i}] u{i} = Nonsense (x)");
    }
    text + "}\n"
}

/// The findings of a rule in the form `concise`, and the exit code.
fn of(folder: &Folder, rule: &str, arguments: &[&str]) -> (Vec<String>, i32) {
    let (out, errors, code) =
        folder.says(&[&["lint", "--no-group", "--ignore", "dead-node", "-f", "concise"], arguments].concat());
    assert!(!errors.contains("error"), "{errors}");
    (out.lines().filter(|line| line.contains(rule)).map(str::to_owned).collect(), code)
}

#[test]
fn many_findings_of_one_rule_hide_none_of_another() {
    let folder = Folder::new("two").with("m.onnxtxt", model("", LISTED + 100, FIRST + 30));
    let (lines, code) = of(&folder, "OP102", &["m.onnxtxt"]);
    assert_eq!((lines.len(), code), (LISTED + 1, 1));
    assert!(lines[LISTED].contains("error OP102 100 more errors of this rule are not listed"), "{}", lines[LISTED]);
    for arguments in
        [&["m.onnxtxt"][..], &["--ignore", "OP102", "m.onnxtxt"], &["--severity", "OP102=note", "m.onnxtxt"]]
    {
        let (lines, code) = of(&folder, "OP100", arguments);
        assert_eq!((lines.len(), code), (FIRST + 1, 1), "{arguments:?}");
        assert!(lines[0].contains("main/last0") && lines[FIRST].contains(" 30 more errors of this rule"), "{lines:?}");
    }
    for arguments in [["--ignore", "OP1"], ["--select", "GR"], ["--severity", "OP1=warning"]] {
        assert_eq!(of(&folder, "OP999", &[&arguments[..], &["m.onnxtxt"]].concat()).1, 0, "{arguments:?}");
    }
}

#[test]
fn findings_that_are_not_listed_fail_in_every_format() {
    let folder = Folder::new("formats").with("m.onnxtxt", model("", LISTED + 100, 1));
    for format in ["full", "concise", "json", "jsonl", "sarif", "junit", "github", "gitlab", "markdown"] {
        let (out, _, code) = folder.says(&["lint", "--ignore", "OP102,dead-node", "-f", format, "m.onnxtxt"]);
        assert!(code == 1 && out.contains("last0"), "{format}: {code} {out}");
        // What is ignored is not counted as not shown either.
        assert!(!out.contains(" 100 ") && !out.contains("not listed"), "{format}: {out}");
    }
}

#[test]
fn suppressions_hold_for_findings_that_are_not_listed() {
    let header = "# shapewright: ignore[axis-out-of-range]\n";
    let folder = Folder::new("suppressed").with("m.onnxtxt", model(header, LISTED + 100, 0));
    assert_eq!(of(&folder, "", &["m.onnxtxt"]).1, 0);
    folder.write("m.onnxtxt", model(header, LISTED + 100, 1));
    let (lines, code) = of(&folder, "OP1", &["m.onnxtxt"]);
    assert!(code == 1 && lines.len() == 1 && lines[0].contains("main/last0"), "{lines:?}");
}

#[test]
fn a_baseline_counts_findings_that_are_not_listed() {
    let folder = Folder::new("baseline").with("m.onnxtxt", model("", LISTED + 100, 0));
    of(&folder, "", &["--write-baseline", "known.json", "m.onnxtxt"]);
    let known = ["--baseline", "known.json", "m.onnxtxt"];
    assert_eq!(of(&folder, "", &known).1, 0);
    folder.write("m.onnxtxt", model("", LISTED + 101, 0));
    let (lines, code) = of(&folder, "OP102", &known);
    assert!(code == 1 && lines.len() == 1 && lines[0].contains("101 more errors of this rule"), "{lines:?}");
    folder.write("m.onnxtxt", model("", LISTED + 100, 1));
    let (lines, code) = of(&folder, "OP1", &known);
    assert!(code == 1 && lines.len() == 1 && lines[0].contains("main/last0"), "{lines:?}");
}

#[test]
fn ignores_are_added_for_what_is_listed() {
    let folder = Folder::new("ignores").with("m.onnxtxt", model("", LISTED + 100, 0));
    let (lines, code) = of(&folder, "OP102", &["m.onnxtxt"]);
    assert_eq!((lines.len(), code), (LISTED + 1, 1));
    let (out, said, code) =
        folder.says(&["lint", "--ignore", "dead-node", "-f", "concise", "--add-ignores", "m.onnxtxt"]);
    assert!(code == 1 && out.contains("100 more errors of this rule are not listed"), "{out}{said}");
    assert!(said.contains("ignore the rule for the file"), "{said}");
    // The rule is not suppressed for the whole file.
    assert_eq!(folder.text_of("m.onnxtxt").matches("ignore[axis-out-of-range]").count(), LISTED);
}
