//! `lint --fix`, `--diff`, `--unsafe-fixes`.

use crate::folder::Folder;

const WRONG: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[N,3] x) => (float[N,4] y)
{
  [second] y = Neg (a)
  [first] a = Abs (x)
  [dead] z = Abs (a)
}
"#;

const SAFE: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[N,3] x) => (float[N,4] y)
{
  [first] a = Abs (x)
  [second] y = Neg (a)
  [dead] z = Abs (a)
}
"#;

#[test]
fn fix_repairs_what_is_shown_and_reports_the_rest() {
    let folder = Folder::new("safe").with("m.onnxtxt", WRONG);
    let (out, errors, code) = folder.says(&["lint", "--fix", "m.onnxtxt"]);
    assert_eq!(folder.text_of("m.onnxtxt"), SAFE);
    assert!(out.contains("error[SH201]") && !out.contains("GR104"), "{out}");
    assert_eq!(errors, "note: fixed 1 of 2 findings in 1 file: 1 unsorted-nodes\n");
    assert_eq!(code, 1);
    // Notes are fixed if they are shown, and the interface changes only on demand.
    let (_, errors, code) = folder.says(&["lint", "--fix", "--unsafe-fixes", "--min-level", "note", "m.onnxtxt"]);
    let right = SAFE.replace("  [dead] z = Abs (a)\n", "").replace("N,4", "N,3");
    assert_eq!(folder.text_of("m.onnxtxt"), right);
    assert_eq!(errors, "note: fixed 2 of 2 findings in 1 file: 1 dead-node, 1 declared-shape-mismatch\n");
    assert_eq!(code, 0);
    let (_, errors, code) = folder.says(&["lint", "--fix", "m.onnxtxt"]);
    assert_eq!((errors.as_str(), code), ("note: fixed nothing: no finding has a fix that can be applied\n", 0));
}

#[test]
fn diff_shows_what_would_change() {
    let folder = Folder::new("diff").with("m.onnxtxt", WRONG).with("right.onnxtxt", SAFE.replace("N,4", "N,3"));
    let (out, errors, code) = folder.says(&["lint", "--diff", "m.onnxtxt", "right.onnxtxt"]);
    let shown = "--- m.onnxtxt\n+++ m.onnxtxt\n# GR104: sort the nodes of the graph\n@@ line 2 @@\n  g (float[N,3] x) => \
        (float[N,4] y)\n  {\n- [second] y = Neg (a)\n  [first] a = Abs (x)\n";
    let plain = |text: &str| text.replace("    [", "  [").replace("-   [", "- [");
    assert!(plain(&out).starts_with(&plain(shown)), "{out}");
    assert_eq!(errors, "note: would fix 1 of 2 findings in 1 file: 1 unsorted-nodes\n");
    assert_eq!((code, folder.text_of("m.onnxtxt").as_str()), (1, WRONG));
    let (out, _, code) = folder.says(&["lint", "--diff", "right.onnxtxt"]);
    assert_eq!((out.as_str(), code), ("", 0));
    let piped = folder.run_with(&["lint", "--diff", "-"], WRONG);
    assert_eq!(piped.status.code(), Some(1));
}

#[test]
fn suppressed_and_deselected_findings_are_not_fixed() {
    let ignored = WRONG.replace("y = Neg (a)", "y = Neg (a)  # shapewright: ignore[unsorted-nodes]");
    let folder = Folder::new("ignored").with("m.onnxtxt", &ignored).with("other.onnxtxt", WRONG);
    folder.run(&["lint", "--fix", "m.onnxtxt"]);
    assert_eq!(folder.text_of("m.onnxtxt"), ignored);
    folder.run(&["lint", "--fix", "--ignore", "GR104", "other.onnxtxt"]);
    assert_eq!(folder.text_of("other.onnxtxt"), WRONG);
}

#[test]
fn combinations_without_a_meaning_are_refused() {
    let folder = Folder::new("refused").with("m.onnxtxt", WRONG);
    let (code, errors) = folder.fails(&["lint", "--unsafe-fixes", "m.onnxtxt"]);
    assert_eq!(
        (code, errors.as_str()),
        (Some(2), "error: `--unsafe-fixes` has no effect without `--fix` or `--diff`\n")
    );
    let piped = folder.run_with(&["lint", "--fix", "-"], WRONG);
    assert_eq!(piped.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&piped.stderr).contains("standard input cannot be fixed in place"));
    assert_eq!(folder.code(&["lint", "--fix", "--diff", "m.onnxtxt"]), Some(2));
}

#[test]
fn a_report_contains_the_fix() {
    let folder = Folder::new("json").with("m.onnxtxt", WRONG);
    let report = folder.lint(&["m.onnxtxt"]);
    let of = |code: &str| {
        let found = report["diagnostics"].as_array().expect("a list").iter().find(|d| d["code"] == code);
        found.unwrap_or_else(|| panic!("no {code}: {report}"))["fix"].clone()
    };
    assert_eq!(of("SH201")["applicability"], "unsafe");
    assert_eq!(of("SH201")["edits"][0]["type"], "f32[N,3]");
    assert_eq!(of("GR104")["title"], "sort the nodes of the graph");
    assert_eq!(of("GR109")["edits"], serde_json::json!([{"kind": "remove-node", "node": "`dead`"}]));
}
