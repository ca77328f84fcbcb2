//! Reports say how many constants the rules about weights could not read, and why.

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::schema;

/// A model whose only weights are in `w.bin`.
const MODEL: &str = "<ir_version: 8, opset_import: [\"\" : 18]>
g (float[N,2] x) => (float[N,2] y) <float[2] w = [\"location\": \"w.bin\"]> { y = Add (x, w) }";

fn summary(folder: &Folder, arguments: &[&str]) -> String {
    let (out, errors, code) = folder.says(&[&["lint", "--isolated"], arguments].concat());
    assert_eq!((errors.as_str(), code), ("", 0));
    out
}

#[test]
fn weights_that_an_option_omits_are_counted() {
    let folder = Folder::new("option").with("m.onnxtxt", MODEL);
    folder.write("w.bin", [f32::NAN, 1.0].map(f32::to_le_bytes).concat());
    let says = "Weights of 1 constant were not read (`--no-weights`).";
    assert!(summary(&folder, &["m.onnxtxt"]).contains("warning[SU101]"));
    let omitted = |arguments: &[&str]| summary(&folder, &[&["--no-weights", "m.onnxtxt"], arguments].concat());
    let full = omitted(&[]);
    assert!(full.ends_with(&format!("nothing to report. {says}\n")), "{full}");
    assert!(omitted(&["-f", "markdown"]).contains(&format!("\n{says}\n")));
    assert!(omitted(&["-f", "html"]).contains(&format!("<p>{says}</p>")));
    let sarif: Value = serde_json::from_str(&omitted(&["-f", "sarif"])).expect("JSON");
    let notification = json!([{"level": "note", "message": {"text": format!("m.onnxtxt: {says}")}}]);
    assert_eq!(sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"], notification);
    let last: Value = serde_json::from_str(&omitted(&["-f", "jsonl"])).expect("one line of JSON");
    assert_eq!(last["summary"]["unread_weights"]["no_weights"], 1);
}

#[test]
fn a_report_says_nothing_unless_a_selected_rule_reads_weights() {
    let folder = Folder::new("selection").with("m.onnxtxt", MODEL);
    let count = |arguments: &[&str]| {
        let report = folder.lint_shown(&[&["--isolated", "--no-weights", "m.onnxtxt"], arguments].concat());
        report["summary"]["unread_weights"]["no_weights"].as_u64()
    };
    assert_eq!(count(&["--select", "OP"]), None);
    assert_eq!(count(&["--ignore", "SU101,SU110,PF102,PF105"]), None);
    assert_eq!(count(&["--select", "wide-integers"]), None);
    assert_eq!(count(&["--select", "wide-integers", "--target", "tensorrt"]), Some(1));
    for rule in ["SU101", "SU110", "PF102", "PF105"] {
        assert_eq!(count(&["--select", rule]), Some(1), "{rule}");
    }
}

#[test]
fn optional_weights_that_are_missing_are_counted() {
    let folder = Folder::new("optional").with("m.onnxtxt", MODEL).with("shapewright.toml", "weights = \"optional\"\n");
    let (out, errors, code) = folder.says(&["lint", "m.onnxtxt"]);
    assert_eq!((errors.as_str(), code), ("", 0));
    assert!(out.contains(" Weights of 1 constant were not read (not available)."), "{out}");
}

#[test]
fn constants_beyond_the_read_limit_are_counted() {
    // Each constant has all but a few bytes of one file, of which rules read 16 times as many.
    let names: Vec<String> = (0..40).map(|at| format!("w{at}")).collect();
    let constants = names.iter().enumerate().map(|(at, name)| {
        let range = format!("\"location\": \"w.bin\", \"offset\": \"{}\", \"length\": \"160000\"", 4 * at);
        format!("float[40000] {name} = [{range}]")
    });
    let text = format!(
        "<ir_version: 8, opset_import: [\"\" : 18]>
        g (float[40000] x) => (float[40000] y) <{}> {{ y = Sum (x, {}) }}",
        constants.collect::<Vec<_>>().join(", "),
        names.join(", ")
    );
    let folder = Folder::new("limit").with("m.onnxtxt", text).with("w.bin", vec![0; 160_000 + 4 * 40]);
    let report = folder.lint_shown(&["--isolated", "m.onnxtxt"]);
    assert_eq!(report["diagnostics"], json!([]));
    let unread = json!({"no_weights": 0, "unavailable": 0, "limit": 24});
    assert_eq!((&report["files"][0]["unread_weights"], &report["summary"]["unread_weights"]), (&unread, &unread));
    let described = folder.run(&["schema", "lint"]).stdout;
    let described = serde_json::from_slice(&described).expect("JSON");
    assert_eq!(schema::faults(&described, &report), [""; 0]);
}
