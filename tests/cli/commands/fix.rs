//! `lint --fix`, `--diff`, `--unsafe-fixes`.

use std::path::Path;

use serde_json::Value;

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
}

#[test]
fn a_difference_is_shown_instead_of_written_with_fix_as_well() {
    let folder = Folder::new("fix-diff").with("m.onnxtxt", WRONG);
    let shown = folder.run(&["lint", "--fix", "--diff", "m.onnxtxt"]);
    assert_eq!(shown.status.code(), Some(1));
    assert_eq!(shown.stdout, folder.run(&["lint", "--diff", "m.onnxtxt"]).stdout);
    assert_eq!(folder.text_of("m.onnxtxt"), WRONG);
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

/// Two faults with a safe fix, and one whose fix is a guess.
const THREE: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[N,3] x, float[N,3] z) => (float[N,4] y, float[N,3] s)
{
  # größer
  [second] y = Neg (a)
  [first] a = Abs (x)
  [soft] s = Softmax <axs = 1> (z)
}
"#;

const IR: &str = r#"<net name="g" version="11">
<layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="2" element_type="f32"/>
  <output><port id="0" precision="FP32"><dim>2</dim></port></output></layer>
<layer id="1" name="r" type="Rleu" version="opset1"><input><port id="0"/></input>
  <output><port id="1" precision="FP32"><dim>2</dim></port></output></layer>
<layer id="2" name="y" type="Result" version="opset1"><input><port id="0"/></input></layer>
</layers>
<edges>
<edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>
<edge from-layer="9" from-port="9" to-layer="2" to-port="0"/>
</edges>
</net>
"#;

#[test]
fn the_report_says_how_many_findings_can_be_fixed() {
    let folder = Folder::new("hint").with("m.onnxtxt", THREE).with("one.onnxtxt", THREE);
    let (out, _, _) = folder.says(&["lint", "m.onnxtxt"]);
    assert!(out.ends_with("\n2 findings can be fixed with `--fix`, 1 more with `--unsafe-fixes`.\n"), "{out}");
    let (out, _, _) = folder.says(&["lint", "--select", "SH201", "one.onnxtxt"]);
    assert!(out.ends_with("\n1 finding can be fixed with `--fix --unsafe-fixes`.\n"), "{out}");
    // Not what is hidden, and not where nothing can be fixed in place or was just fixed.
    for arguments in
        [&["lint", "-q", "m.onnxtxt"][..], &["lint", "--fix", "one.onnxtxt"], &["lint", "-f", "concise", "."]]
    {
        let (out, _, _) = folder.says(arguments);
        assert!(!out.contains("can be fixed"), "{arguments:?}: {out}");
    }
    let piped = folder.run_with(&["lint", "-"], THREE);
    assert!(!String::from_utf8_lossy(&piped.stdout).contains("can be fixed"));
}

/// What the fix of a SARIF result makes of a file.
fn applied(bytes: &[u8], fix: &Value) -> Vec<u8> {
    let text = std::str::from_utf8(bytes);
    let offset = |line: &Value, column: &Value| {
        let number = |value: &Value| value.as_u64().expect("a number") as usize - 1;
        let lines: Vec<&str> = text.expect("text").split_inclusive('\n').collect();
        let before: usize = lines[..number(line)].iter().map(|line| line.len()).sum();
        let within = lines.get(number(line)).copied().unwrap_or_default();
        before + within.chars().take(number(column)).map(char::len_utf8).sum::<usize>()
    };
    let (mut out, mut done) = (Vec::new(), 0);
    for replacement in fix["artifactChanges"][0]["replacements"].as_array().expect("replacements") {
        let (region, content) = (&replacement["deletedRegion"], &replacement["insertedContent"]);
        let (start, end, new) = match region["byteOffset"].as_u64() {
            Some(start) => {
                let end = start + region["byteLength"].as_u64().expect("a length");
                (start as usize, end as usize, decoded(content["binary"].as_str().expect("base 64")))
            }
            None => {
                let start = offset(&region["startLine"], &region["startColumn"]);
                let end = offset(&region["endLine"], &region["endColumn"]);
                (start, end, content["text"].as_str().expect("text").as_bytes().to_vec())
            }
        };
        out.extend_from_slice(&bytes[done..start]);
        out.extend_from_slice(&new);
        done = end;
    }
    out.extend_from_slice(&bytes[done..]);
    out
}

/// Base 64.
fn decoded(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut out = Vec::new();
    for chunk in text.trim_end_matches('=').as_bytes().chunks(4) {
        let word = chunk.iter().fold(0u32, |word, &byte| word << 6 | u32::from(digit(byte))) << (6 * (4 - chunk.len()));
        out.extend_from_slice(&word.to_be_bytes()[1..chunk.len()]);
    }
    out
}

/// The fixes in the SARIF report of a file.
fn sarif_fixes(folder: &Folder, name: &str) -> Vec<Value> {
    let (out, _, _) = folder.says(&["lint", "-f", "sarif", name]);
    let parsed: serde_sarif::sarif::Sarif = serde_json::from_str(&out).expect("SARIF 2.1.0");
    let results = parsed.runs[0].results.as_ref().expect("results");
    let fixes = results.iter().flat_map(|result| result.fixes.iter().flatten());
    fixes.map(|fix| serde_json::to_value(fix).expect("JSON")).collect()
}

#[test]
fn sarif_fixes_make_the_bytes_that_fix_writes() {
    let binary = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/onnx/detector.onnx"));
    let binary = binary.expect("a file");
    let unsorted = THREE.replace("N,4", "N,3").replace("axs", "axis");
    let folder = Folder::new("sarif").with("m.onnxtxt", &unsorted).with("m.onnx", &binary);
    for name in ["m.onnxtxt", "m.onnx"] {
        let fixes = sarif_fixes(&folder, name);
        assert_eq!(fixes.len(), 1, "{name}: {fixes:?}");
        assert_eq!(fixes[0]["properties"]["applicability"], "safe");
        let made = applied(&std::fs::read(folder.0.join(name)).expect("a file"), &fixes[0]);
        folder.run(&["lint", "--fix", name]);
        assert!(made == std::fs::read(folder.0.join(name)).expect("a file"), "{name}");
    }
}

#[test]
fn each_sarif_fix_repairs_its_own_finding() {
    let folder = Folder::new("sarif-each").with("m.onnxtxt", THREE).with("m.xml", IR);
    for (name, text) in [("m.onnxtxt", THREE), ("m.xml", IR)] {
        let fixes = sarif_fixes(&folder, name);
        let all: Vec<String> =
            fixes.iter().map(|fix| String::from_utf8(applied(text.as_bytes(), fix)).expect("text")).collect();
        let expected: Vec<String> = match name {
            "m.xml" => vec![
                text.replace("Rleu", "ReLU"),
                text.replace("from-layer=\"9\" from-port=\"9\"", "from-layer=\"1\" from-port=\"1\""),
            ],
            _ => vec![
                text.replace(
                    "  [second] y = Neg (a)\n  [first] a = Abs (x)\n",
                    "  [first] a = Abs (x)\n  [second] y = Neg (a)\n",
                ),
                text.replace("axs = 1", "axis: int = 1"),
                text.replace("N,4", "N,3"),
            ],
        };
        let (mut all, mut expected) = (all, expected);
        all.sort();
        expected.sort();
        assert_eq!(all, expected, "{name}");
    }
}

#[test]
fn annotations_show_what_a_fix_makes_of_a_line() {
    let folder = Folder::new("annotations").with("m.onnxtxt", THREE);
    let (out, _, _) = folder.says(&["lint", "-f", "github", "m.onnxtxt"]);
    let shown = "%0Afix: rename `axs` to `axis`; `--fix` applies it%0Asuggestion from line 7:%0A  [soft] s = Softmax <axis: int = 1> (z)\n";
    assert!(out.contains(shown), "{out}");
    let (out, _, _) = folder.says(&["lint", "-f", "markdown", "m.onnxtxt"]);
    assert!(out.contains("<br>fix: declare `y` as f32\\[N,3\\]; `--fix --unsafe-fixes` applies it |"), "{out}");
}

#[test]
fn a_constant_becomes_what_its_port_and_its_size_state() {
    let constant = |data: &str| {
        format!(
            "<net name=\"g\" version=\"11\">\n<layers>\n<layer id=\"0\" name=\"w\" type=\"Const\" version=\"opset1\"><data {data}/>\n  \
             <output><port id=\"0\" precision=\"FP32\"><dim>2</dim></port></output></layer>\n<layer id=\"1\" name=\"y\" \
             type=\"Result\" version=\"opset1\"><input><port id=\"0\"/></input></layer>\n</layers>\n<edges>\n<edge from-layer=\"0\" \
             from-port=\"0\" to-layer=\"1\" to-port=\"0\"/>\n</edges>\n</net>\n"
        )
    };
    let right = constant("element_type=\"f32\" shape=\"2\" offset=\"0\" size=\"8\"");
    for (old, new) in [("shape=\"2\"", "shape=\"3\""), ("size=\"8\"", "size=\"7\""), ("\"f32\"", "\"float\"")] {
        let folder = Folder::new("constant").with("m.xml", right.replace(old, new)).with("m.bin", [0; 8]);
        folder.run(&["lint", "--fix", "m.xml"]);
        assert_eq!(folder.text_of("m.xml"), right, "{new}");
    }
}

#[test]
fn a_name_is_corrected_where_its_value_exists() {
    let text = r#"<ir_version: 9, opset_import: ["" : 18, "f" : 1]>
g (float[3] x) => (float[3] y) {
  last = f.F (x)
  y = Add (x, lost)
}
<domain: "f", opset_import: ["" : 18]>
F (a) => (b) { b = Add (a, lost) }
"#;
    let folder = Folder::new("fix-scope").with("m.onnxtxt", text);
    folder.run(&["lint", "--fix", "--unsafe-fixes", "m.onnxtxt"]);
    assert_eq!(folder.text_of("m.onnxtxt"), text.replace("(x, lost)", "(x, last)"));
}

/// An If whose bodies pass their parameter on. `EDGES` stands for the edges of one.
const IF: &str = r#"<net name="g" version="11">
<layers>
<layer id="0" name="c" type="Parameter" version="opset1"><data shape="" element_type="boolean"/>
  <output><port id="0" precision="BOOL"/></output></layer>
<layer id="1" name="x" type="Parameter" version="opset1"><data shape="2" element_type="f32"/>
  <output><port id="0" precision="FP32"><dim>2</dim></port></output></layer>
<layer id="2" name="if" type="If" version="opset8">
  <then_port_map><input external_port_id="1" internal_layer_id="0"/><output external_port_id="2" internal_layer_id="1"/></then_port_map>
  <else_port_map><input external_port_id="1" internal_layer_id="0"/><output external_port_id="2" internal_layer_id="1"/></else_port_map>
  <input><port id="0" precision="BOOL"/><port id="1" precision="FP32"><dim>2</dim></port></input>
  <output><port id="2" precision="FP32"><dim>2</dim></port></output>
  <then_body>
    <layers>
    <layer id="0" name="tp" type="Parameter" version="opset1"><data shape="2" element_type="f32"/>
      <output><port id="0" precision="FP32"><dim>2</dim></port></output></layer>
    <layer id="1" name="tr" type="Result" version="opset1"><input><port id="0" precision="FP32"><dim>2</dim></port></input></layer>
    </layers>
    <edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/></edges>
  </then_body>
  <else_body>
    <layers>
    <layer id="0" name="ep" type="Parameter" version="opset1"><data shape="2" element_type="f32"/>
      <output><port id="0" precision="FP32"><dim>2</dim></port></output></layer>
    <layer id="1" name="er" type="Result" version="opset1"><input><port id="0" precision="FP32"><dim>2</dim></port></input></layer>
    </layers>
    EDGES
  </else_body>
</layer>
<layer id="3" name="y" type="Result" version="opset1"><input><port id="0" precision="FP32"><dim>2</dim></port></input></layer>
</layers>
<edges>
<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
<edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>
</edges>
</net>
"#;

#[test]
fn edge_of_a_body_is_never_added_to_the_graph_around_it() {
    let edge = "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"1\" to-port=\"0\"/>\n";
    let whole = IF.replace("EDGES", &format!("<edges>{edge}</edges>"));
    let (open, closed) = (IF.replace("EDGES", "<edges></edges>"), IF.replace("EDGES", "<edges/>"));
    let last = "<edge from-layer=\"2\" from-port=\"2\" to-layer=\"3\" to-port=\"0\"/>\n";
    let outer = whole.replace(last, "");
    for (text, fixed) in [(&whole, &whole), (&open, &whole), (&closed, &closed), (&outer, &whole)] {
        let folder = Folder::new("body-edges").with("m.xml", text);
        let (out, _, code) = folder.says(&["lint", "--fix", "--unsafe-fixes", "m.xml"]);
        assert_eq!(&folder.text_of("m.xml"), fixed, "{out}");
        assert_eq!(code, i32::from(fixed != &whole), "{out}");
    }
}

#[test]
fn findings_at_different_nodes_with_one_message_are_different() {
    let text = |first: i64, second: i64| {
        format!(
            "<ir_version: 10, opset_import: [\"\" : 18]>\ng (float[N,4] x) => (float[N,4] z) {{\n  y = Softmax <axi = {first}> (x)\n  \
             z = Softmax <axi = {second}> (y)\n}}\n"
        )
    };
    for (first, second) in [(7, 1), (1, 7)] {
        let folder = Folder::new("two-nodes").with("m.onnxtxt", text(first, second));
        let (_, errors, _) = folder.says(&["lint", "--fix", "m.onnxtxt"]);
        // With axis 7, there would be another error.
        assert_eq!(folder.text_of("m.onnxtxt"), text(first, second).replace("axi = 1", "axis: int = 1"));
        assert!(errors.contains("OP104 was not fixed (rename `axi` to `axis`): it would cause OP102"), "{errors}");
        assert!(errors.contains("note: fixed 1 of 2 findings in 1 file: 1 unknown-attribute\n"), "{errors}");
    }
}

/// A layer whose outputs are read, with further edges that state an output of it that does not exist.
fn chain(edges: &str) -> String {
    let port = |id: u32| format!("<port id=\"{id}\" precision=\"FP32\"><dim>2</dim></port>");
    let layer = |id: u32, kind: &str, ports: String| {
        format!("<layer id=\"{id}\" name=\"n{id}\" type=\"{kind}\" version=\"opset1\">{ports}</layer>\n")
    };
    let parameter = format!("<data shape=\"2\" element_type=\"f32\"/><output>{}</output>", port(0));
    let unary = format!("<input>{}</input><output>{}</output>", port(0), port(1));
    let layers = [
        layer(0, "Parameter", parameter.clone()),
        layer(1, "Parameter", parameter),
        layer(2, "ReLU", unary.clone()),
        layer(3, "Sigmoid", unary),
        layer(4, "Add", format!("<input>{}{}</input><output>{}</output>", port(0), port(1), port(2))),
        layer(5, "Result", format!("<input>{}</input>", port(0))),
    ];
    let all = [[0, 0, 2, 0], [2, 1, 3, 0], [3, 1, 4, 1], [4, 2, 5, 0]].map(edge).concat();
    format!(
        "<net name=\"m\" version=\"11\">\n<layers>\n{}</layers>\n<edges>\n{all}{edges}</edges>\n</net>\n",
        layers.concat()
    )
}

fn edge([from, out, to, input]: [u32; 4]) -> String {
    format!("<edge from-layer=\"{from}\" from-port=\"{out}\" to-layer=\"{to}\" to-port=\"{input}\"/>\n")
}

#[test]
fn more_equal_edges_than_an_analysis_reports_are_removed() {
    let right = edge([2, 1, 4, 0]);
    let folder = Folder::new("many-edges").with("m.xml", chain(&format!("{right}{}", right.repeat(10_100))));
    let (_, errors, _) = folder.says(&["lint", "--fix", "m.xml"]);
    assert!(folder.text_of("m.xml") == chain(&right), "{errors}");
    assert_eq!(errors, "note: fixed 10100 of 10100 findings in 1 file: 10100 duplicate-edge\n");
}

#[test]
fn an_output_is_certain_only_if_the_edge_states_its_layer_or_port() {
    let fixed = |wrong: [u32; 4], options: &[&str]| {
        let folder = Folder::new("certain").with("m.xml", chain(&edge(wrong)));
        folder.run(&[&["lint", "--fix", "m.xml"], options].concat());
        folder.text_of("m.xml")
    };
    // Layer 2 or 3 may be meant, although both are read elsewhere; nothing reads layer 1.
    assert_eq!(fixed([22, 1, 4, 0], &[]), chain(&edge([22, 1, 4, 0])));
    assert_eq!(fixed([22, 1, 4, 0], &["--unsafe-fixes"]), chain(&edge([1, 0, 4, 0])));
    // Port 0 is that of layer 0, too.
    assert_eq!(fixed([22, 0, 4, 0], &[]), chain(&edge([22, 0, 4, 0])));
    // Of layer 4, port 1 may be meant instead.
    assert_eq!(fixed([1, 1, 4, 0], &[]), chain(&edge([1, 1, 4, 0])));
    assert_eq!(fixed([2, 7, 4, 0], &[]), chain(&edge([2, 1, 4, 0])));
    // Only one input has no edge.
    assert_eq!(fixed([2, 1, 44, 0], &[]), chain(&edge([2, 1, 4, 0])));
    assert_eq!(fixed([2, 1, 44, 7], &[]), chain(&edge([2, 1, 44, 7])));
}

#[test]
fn negative_axes_of_an_output_are_not_taken_for_duplicates() {
    let text = |axes: &str, count: usize| {
        format!(
            "<ir_version: 10, opset_import: [\"\" : 18]>\ng (float[2,3] x) => (float[] y) <int64[{count}] axes = {{{axes}}}> {{\n  \
             y = Unsqueeze (x, axes)\n}}\n"
        )
    };
    // The ranks 4, 5, and 6 are possible, so -1 and 1 may be any dimensions.
    for (axes, count, fixed) in [("0, 0, -1, 1", 4, None), ("0, 0, -1", 3, None), ("0, 0, 1", 3, Some("0,1"))] {
        let folder = Folder::new("unsqueeze").with("m.onnxtxt", text(axes, count));
        folder.run(&["lint", "--fix", "--unsafe-fixes", "m.onnxtxt"]);
        assert_eq!(folder.text_of("m.onnxtxt"), fixed.map_or(text(axes, count), |axes| text(axes, 2)));
    }
}
