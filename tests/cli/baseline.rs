//! Baselines: listed findings are not reported after edits of the file, and stale entries are reported.

use serde_json::Value;

use crate::folder::Folder;

const MODEL: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[N,3] x) => (float[N,1] y, float[N,3] z, float[N,3] w)
<int64[1] a = {4}, int64[2] b = {1, 1}>
{
  [range] y = ReduceMin (x, a)
  z = ReduceMin <keepdims = 2> (x, a)
  [twice] w = ReduceMin (x, b)
}
"#;

/// The same findings in another order, after an additional node.
const MOVED: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[N,3] x) => (float[N,1] y, float[N,3] z, float[N,3] w, float[N,3] v)
<int64[2] b = {1, 1}, int64[1] a = {4}>
{
  v = Relu (x)
  [twice] w = ReduceMin (x, b)
  z = ReduceMin <keepdims = 2> (x, a)
  [range] y = ReduceMin (x, a)
}
"#;

fn ir(layers: &[(&str, &str)], edges: &str) -> String {
    let layers: Vec<String> = layers.iter().map(|(id, layer)| layer.replace("ID", id)).collect();
    format!("<net name=\"m\" version=\"11\"><layers>{}</layers><edges>{edges}</edges></net>", layers.join("\n"))
}

const X: &str = r#"<layer id="ID" name="x" type="Parameter" version="opset1"><data shape="2,3" element_type="f32"/>
  <output><port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port></output></layer>"#;
const RELU: &str = r#"<layer id="ID" name="relu" type="ReLU" version="opset1">
  <input><port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port></input>
  <output><port id="1" precision="FP32"><dim>2</dim><dim>7</dim></port></output></layer>"#;
const Y: &str = r#"<layer id="ID" name="y" type="Result" version="opset1"><input><port id="0"/></input></layer>"#;

fn edge(from: &str, port: &str, to: &str) -> String {
    format!("<edge from-layer=\"{from}\" from-port=\"{port}\" to-layer=\"{to}\" to-port=\"0\"/>")
}

fn codes(folder: &Folder, arguments: &[&str]) -> (Option<i32>, usize, Value) {
    let report = folder.lint(arguments);
    let code = folder.code(&[&["-f", "json"], arguments].concat());
    (code, report["diagnostics"].as_array().expect("a list").len(), report["summary"]["suppressed"].clone())
}

#[test]
fn baseline_findings_are_counted_but_not_reported() {
    let folder = Folder::new("listed").with("m.onnxtxt", MODEL);
    let all = folder.findings(&["m.onnxtxt"]);
    assert!(all.len() >= 4, "{all:?}");
    // Writing changes neither the report nor the exit code.
    let written = folder.run(&["--write-baseline", "known.json", "m.onnxtxt"]);
    let plain = folder.run(&["m.onnxtxt"]);
    assert_eq!((written.status.code(), &written.stdout), (Some(1), &plain.stdout));
    assert_eq!(codes(&folder, &["--baseline", "known.json", "m.onnxtxt"]), (Some(0), 0, all.len().into()));
    let (code, stderr) = folder.fails(&["--baseline", "known.json", "m.onnxtxt"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    let shown = folder.run(&["--baseline", "known.json", "m.onnxtxt"]).stdout;
    let shown = String::from_utf8(shown).expect("UTF-8");
    let expected =
        format!("Checked 1 file (ONNX text, opset 18, 3 nodes): nothing to report. {} suppressed.\n", all.len());
    assert_eq!(shown, expected);
}

#[test]
fn baseline_is_human_readable() {
    let folder = Folder::new("form").with("m.onnxtxt", MODEL);
    folder.run(&["--write-baseline", "known.json", "m.onnxtxt"]);
    let text = folder.text_of("known.json");
    let list: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(list["schema_version"], 1);
    let entries = list["findings"].as_array().expect("a list");
    for entry in entries {
        assert_eq!(entry["path"], "m.onnxtxt");
        assert!(entry["code"].is_string() && entry["message"].is_string() && entry["fingerprint"].is_string());
    }
    // An entry a line, and the same bytes every time.
    assert_eq!(text.lines().count(), entries.len() + 5);
    folder.run(&["--write-baseline", "again.json", "./m.onnxtxt", "-j", "1"]);
    assert_eq!(folder.text_of("again.json"), text);
}

#[test]
fn baseline_matches_reordered_nodes() {
    let folder = Folder::new("moved").with("m.onnxtxt", MODEL);
    folder.run(&["--write-baseline", "known.json", "m.onnxtxt"]);
    folder.write("m.onnxtxt", MOVED);
    assert_eq!(folder.findings(&["--baseline", "known.json", "m.onnxtxt"]), [""; 0]);
    assert_eq!(folder.fails(&["--baseline", "known.json", "m.onnxtxt"]), (Some(0), String::new()));
}

#[test]
fn baseline_matches_reordered_and_renumbered_layers() {
    let before = ir(&[("0", X), ("1", RELU), ("2", Y)], &(edge("0", "0", "1") + &edge("1", "1", "2")));
    let after = ir(&[("70", Y), ("8", X), ("9", RELU)], &(edge("9", "1", "70") + &edge("8", "0", "9")));
    let folder = Folder::new("renumbered").with("m.xml", before);
    let found = folder.findings(&["m.xml"]);
    assert!(!found.is_empty());
    folder.run(&["--write-baseline", "known.json", "m.xml"]);
    folder.write("m.xml", after);
    assert_eq!(folder.findings(&["m.xml"]), found);
    assert_eq!(codes(&folder, &["--baseline", "known.json", "m.xml"]), (Some(0), 0, found.len().into()));
}

#[test]
fn baseline_matches_reordered_unnamed_bodies() {
    let branch =
        |x: &str, o: &str| format!("{o} () => (float[2,3] {o}{x}) {{ {o}{x} = ReduceMin <keepdims = 2> ({x}) }}");
    let branches = |x: &str| format!("<then_branch = {}, else_branch = {}>", branch(x, "t"), branch(x, "e"));
    let model = |first: &str, second: &str| {
        format!(
            "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[2,3] x, float[2,3] z, bool c) => (float[2,3] rx, float[2,3] rz)\n\
             {{ r{first} = If {} (c)\n r{second} = If {} (c) }}",
            branches(first),
            branches(second)
        )
    };
    let folder = Folder::new("bodies").with("m.onnxtxt", model("x", "z"));
    let found = folder.findings(&["m.onnxtxt"]);
    assert!(found.len() >= 4, "{found:?}");
    folder.run(&["--write-baseline", "known.json", "m.onnxtxt"]);
    folder.write("m.onnxtxt", model("z", "x"));
    assert_eq!(folder.findings(&["--baseline", "known.json", "m.onnxtxt"]), [""; 0]);
}

#[test]
fn new_findings_are_reported() {
    let folder = Folder::new("new").with("m.onnxtxt", MODEL);
    folder.run(&["--write-baseline", "known.json", "m.onnxtxt"]);
    folder.write("m.onnxtxt", MODEL.replace("int64[2] b = {1, 1}", "int64[2] b = {1, 5}"));
    let found = folder.findings(&["--baseline", "known.json", "m.onnxtxt"]);
    assert_eq!(found, ["OP102 twice"]);
    assert_eq!(folder.code(&["--baseline", "known.json", "m.onnxtxt"]), Some(1));
    // Another file has other findings, whatever it holds.
    folder.write("other.onnxtxt", MODEL);
    assert!(!folder.findings(&["--baseline", "known.json", "other.onnxtxt"]).is_empty());
}

#[test]
fn equal_findings_are_matched_by_count() {
    let model = |nodes: &str| {
        format!(
            "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[2,3] x) => (float[2,3] y) {{ {nodes} y = Relu (x) }}"
        )
    };
    let one = " = ReduceMin <keepdims = 2> (x)\n";
    let folder = Folder::new("equal").with("m.onnxtxt", model(&format!("[n] a{one}[n] b{one}")));
    let select = ["--select", "OP105", "m.onnxtxt"];
    assert_eq!(folder.findings(&select).len(), 2);
    folder.run(&[&["--write-baseline", "known.json"][..], &select].concat());
    folder.write("m.onnxtxt", model(&format!("[n] a{one}[n] b{one}[n] c{one}")));
    assert_eq!(folder.findings(&[&["--baseline", "known.json"][..], &select].concat()).len(), 1);
}

#[test]
fn stale_entries_are_reported() {
    let folder = Folder::new("stale").with("m.onnxtxt", MODEL).with("n.onnxtxt", MODEL);
    folder.run(&["--write-baseline", "known.json", "m.onnxtxt", "n.onnxtxt"]);
    folder.write("m.onnxtxt", MODEL.replace("keepdims = 2", "keepdims = 1"));
    let (code, stderr) = folder.fails(&["--baseline", "known.json", "m.onnxtxt", "n.onnxtxt"]);
    let say = "note: `known.json` has 1 stale entry (`m.onnxtxt` 1); `--write-baseline known.json` drops it\n";
    assert_eq!((code, stderr.as_str()), (Some(0), say));
    assert_eq!(folder.fails(&["-q", "--baseline", "known.json", "m.onnxtxt"]), (Some(0), String::new()));
    // What was not looked for was not found, and is no less true.
    assert_eq!(folder.fails(&["--baseline", "known.json", "n.onnxtxt"]), (Some(0), String::new()));
    assert_eq!(folder.fails(&["--baseline", "known.json", "--select", "SH", "m.onnxtxt"]), (Some(0), String::new()));
    std::fs::remove_file(folder.0.join("n.onnxtxt")).expect("a file");
    let (_, stderr) = folder.fails(&["--baseline", "known.json", "m.onnxtxt"]);
    assert!(stderr.contains("(`m.onnxtxt` 1, `n.onnxtxt` "), "{stderr}");
    // Written anew, with what is known still left out of the report.
    assert_eq!(folder.code(&["--baseline", "known.json", "--write-baseline", "known.json", "m.onnxtxt"]), Some(0));
    assert_eq!(folder.fails(&["--baseline", "known.json", "m.onnxtxt"]), (Some(0), String::new()));
}

#[test]
fn entries_outside_the_run_are_kept() {
    let folder = Folder::new("kept").with("m.onnxtxt", MODEL).with("n.onnxtxt", MODEL);
    let write = |arguments: &[&str]| folder.fails(&[arguments, &["--write-baseline", "known.json"]].concat()).1;
    let each = folder.findings(&["m.onnxtxt"]).len();
    let all = 2 * each;
    assert_eq!(
        write(&["m.onnxtxt", "n.onnxtxt"]),
        format!("note: `known.json` now has {all} entries: {all} added, 0 kept, 0 dropped\n")
    );
    let text = folder.text_of("known.json");
    let same = format!("note: `known.json` now has {all} entries: 0 added, {all} kept, 0 dropped\n");
    // Another file, other rules, weights that nobody reads: none of it says that an entry has gone.
    assert_eq!([write(&["m.onnxtxt"]), write(&["n.onnxtxt", "--select", "GR"])], [same.clone(), same.clone()]);
    assert_eq!(
        [write(&["m.onnxtxt", "--no-weights"]), write(&["n.onnxtxt", "--min-level", "error"])],
        [same.clone(), same]
    );
    assert_eq!(folder.text_of("known.json"), text);
    // What was looked for and is not there is dropped; the run that drops it gives no advice how to.
    folder.write("m.onnxtxt", MODEL.replace("keepdims = 2", "keepdims = 1"));
    let left = all - 1;
    let said = write(&["m.onnxtxt", "n.onnxtxt", "--baseline", "known.json", "--min-level", "error"]);
    assert_eq!(said, format!("note: `known.json` now has {left} entries: 0 added, {left} kept, 1 dropped\n"));
    // A file that is no longer there is looked at by every run.
    std::fs::remove_file(folder.0.join("n.onnxtxt")).expect("a file");
    let left = left - each;
    assert!(write(&["m.onnxtxt"]).ends_with(&format!(": 0 added, {left} kept, {each} dropped\n")));
    assert_eq!(write(&["-q", "m.onnxtxt"]), "");
}

#[test]
fn rewriting_is_not_suggested_while_there_are_new_findings() {
    let folder = Folder::new("stale-and-new").with("m.onnxtxt", MODEL);
    folder.run(&["--write-baseline", "known.json", "m.onnxtxt"]);
    let changed = MODEL.replace("keepdims = 2", "keepdims = 1").replace("int64[2] b = {1, 1}", "int64[2] b = {1, 5}");
    folder.write("m.onnxtxt", changed);
    let (code, stderr) = folder.fails(&["--baseline", "known.json", "m.onnxtxt"]);
    assert!(stderr.contains("fix the reported findings first, or they are accepted; then `--write-b"), "{stderr}");
    assert_eq!(code, Some(1));
}

#[test]
fn findings_hidden_by_errors_are_not_stale() {
    let head = "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[2,3] x, float[2,3] unused) => (float[2,3] y)\n";
    let model = |nodes: &str| format!("{head}{{\n{nodes}  [relu] y = Relu (x)\n}}\n");
    let folder = Folder::new("hidden-advice").with("m.onnxtxt", model(""));
    folder.run(&["--write-baseline", "known.json", "m.onnxtxt"]);
    assert!(folder.text_of("known.json").contains("unused-input") || !folder.findings(&["m.onnxtxt"]).is_empty());
    // A value that nothing defines is an error of the graph: on such a graph there is no advice at all.
    folder.write("m.onnxtxt", model("  [bad] z = Relu (nowhere)\n"));
    let (code, stderr) = folder.fails(&["--baseline", "known.json", "m.onnxtxt"]);
    assert_eq!((code, stderr.as_str()), (Some(1), ""));
    // So it is where a part of the file is missing.
    folder.write("m.onnxtxt", &model("")[..head.len() + 3]);
    let (code, stderr) = folder.fails(&["--baseline", "known.json", "m.onnxtxt"]);
    assert_eq!((code, stderr.as_str()), (Some(1), ""));
}

#[test]
fn baseline_applies_in_every_working_directory() {
    let folder = Folder::new("elsewhere").with("models/m.onnxtxt", MODEL).with("lists/.keep", "");
    folder.run(&["--write-baseline", "lists/known.json", "models"]);
    assert!(folder.text_of("lists/known.json").contains("\"path\":\"../models/m.onnxtxt\""));
    let mut inside = folder.command(&["--baseline", "../lists/known.json", "m.onnxtxt"]);
    let output = inside.current_dir(folder.0.join("models")).output().expect("the program runs");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    let absolute = folder.0.join("models/m.onnxtxt");
    assert_eq!(folder.code(&["--baseline", "lists/known.json", absolute.to_str().expect("UTF-8")]), Some(0));
}

#[test]
fn baseline_applies_to_standard_input() {
    let folder = Folder::new("stdin");
    assert_eq!(folder.run_with(&["--write-baseline", "known.json", "-"], MODEL).status.code(), Some(1));
    let output = folder.run_with(&["--baseline", "known.json", "-"], MODEL);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn invalid_baseline_is_a_usage_error() {
    let folder = Folder::new("bad").with("m.onnxtxt", MODEL).with("text.json", "{\n\"schema_version\": 1,,\n");
    folder.write("newer.json", "{\"schema_version\": 9, \"findings\": []}");
    folder.write("other.json", "{\"schema_version\": 1, \"findings\": [{\"path\": 3}]}");
    for (list, complaint) in [
        ("none.json", "cannot read the baseline `none.json`"),
        ("text.json", "`text.json` is not a baseline: key must be a string at line 2 column 21"),
        ("newer.json", "`newer.json` has schema_version 9; expected 1"),
        ("other.json", "`other.json` is not a baseline: invalid type"),
    ] {
        let (code, stderr) = folder.fails(&["--baseline", list, "m.onnxtxt"]);
        assert_eq!(code, Some(2), "{list}");
        assert!(stderr.contains(complaint), "{stderr}");
        // What is no list cannot be continued, and is not overwritten; one that is missing begins.
        let before = folder.0.join(list).exists().then(|| folder.text_of(list));
        let code = folder.code(&["--baseline", list, "--write-baseline", list, "--fail-on", "never", "m.onnxtxt"]);
        assert_eq!(code, Some(if before.is_some() { 2 } else { 0 }), "{list}");
        assert!(before.is_none_or(|text| text == folder.text_of(list)), "{list}");
    }
    for place in ["no/such/folder.json", "m.onnxtxt", "."] {
        assert_eq!(folder.code(&["--write-baseline", place, "m.onnxtxt"]), Some(2), "{place}");
    }
    assert_eq!(folder.text_of("m.onnxtxt"), MODEL);
}

#[cfg(unix)]
#[test]
fn a_configuration_names_no_device_as_its_baseline() {
    let folder = Folder::new("device").with("m.onnxtxt", MODEL).with("shapewright.toml", "baseline = \"/dev/zero\"\n");
    let (code, stderr) = folder.fails(&["m.onnxtxt"]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(
        stderr.contains("the baseline `/dev/zero` that `shapewright.toml` names is not a regular file"),
        "{stderr}"
    );
}
