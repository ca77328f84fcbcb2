//! The command-line interface that scripts rely on: exit codes, streams, order, fields.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const GOOD: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[N,3,H,W] x) => (float[N,H,W] y)
<int64[1] a = {1}>
{
  [rmin] y = ReduceMin <keepdims = 0> (x, a)
}
"#;

const BAD: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[N,3,H,W] x) => (float[N,1,H,W] y, float[N,3,H,W] z)
<int64[1] a1 = {4}, int64[2] a2 = {1, 1}>
{
  [rmin_a] y = ReduceMin (x, a1)
  z = ReduceMin <keepdims = 2> (x, a2)
}
"#;

/// A note and nothing worse: a node that nothing depends on.
const NOTE: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[2,3] x) => (float[1,1] y)
{
  [dead] d = ReduceMax (x)
  y = ReduceMin (x)
}
"#;

const IR: &str = r#"<?xml version="1.0"?>
<net name="m" version="11">
    <layers>
        <layer id="0" name="x" type="Parameter" version="opset1">
            <data shape="?,3,4" element_type="f32"/>
            <output><port id="0" precision="FP32" names="in,in\,2"><dim>-1</dim><dim>3</dim><dim>4</dim></port></output>
        </layer>
        <layer id="1" name="axes" type="Parameter" version="opset1">
            <data shape="1" element_type="i64"/>
            <output><port id="0" precision="I64"><dim>1</dim></port></output>
        </layer>
        <layer id="2" name="rmin" type="ReduceMin" version="opset1">
            <data keepdims="true"/>
            <input>
                <port id="0" precision="FP32"><dim>-1</dim><dim>3</dim><dim>4</dim></port>
                <port id="1" precision="I64"><dim>1</dim></port>
            </input>
            <output><port id="2" precision="FP32"><dim>-1</dim><dim>3</dim></port></output>
        </layer>
        <layer id="3" name="r" type="Result" version="opset1">
            <input><port id="0" precision="FP32"><dim>-1</dim><dim>3</dim></port></input>
        </layer>
    </layers>
    <edges>
        <edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
        <edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
        <edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>
    </edges>
</net>
"#;

/// A directory of its own for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn with(self, path: &str, content: impl AsRef<[u8]>) -> Folder {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, content).expect("a file");
        self
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shapewright"));
        command.args(arguments).current_dir(&self.0).env_remove("NO_COLOR").stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the command runs")
    }

    fn code(&self, arguments: &[&str]) -> Option<i32> {
        self.run(arguments).status.code()
    }

    /// What the command prints, and its exit code.
    fn shows(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let errors = text(&output.stderr);
        let errors = if errors.is_empty() { errors } else { format!("--- stderr ---\n{errors}") };
        format!("{}{errors}--- exit {} ---\n", text(&output.stdout), output.status.code().unwrap_or(-1))
    }

    fn json(&self, arguments: &[&str]) -> Value {
        serde_json::from_slice(&self.run(arguments).stdout).expect("JSON")
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// A chain of `nodes` nodes, as text.
fn chain(nodes: usize) -> String {
    let mut text = "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[N,3] v0) => (float y)\n{\n".to_owned();
    for i in 0..nodes {
        text.push_str(&format!("  v{} = ReduceMin (v{i})\n", i + 1));
    }
    text + &format!("  y = ReduceMin <keepdims = 0> (v{nodes})\n}}\n")
}

/// Binary ONNX, put together by hand: a length-delimited field.
fn field(number: u8, content: impl AsRef<[u8]>) -> Vec<u8> {
    let content = content.as_ref();
    assert!(content.len() < 128, "one byte of length");
    [&[number << 3 | 2, content.len() as u8], content].concat()
}

/// One ReduceMin over axis 4 of an input of rank 2, as binary ONNX.
fn binary() -> Vec<u8> {
    let node = [field(1, "x"), field(1, "a"), field(2, "y"), field(3, "rmin"), field(4, "ReduceMin")].concat();
    let axes = [&[8, 1, 16, 7][..], &field(7, [4]), &field(8, "a")].concat();
    let value = |name| {
        let shape = [field(1, [8, 2]), field(1, [8, 3])].concat();
        let tensor = [&[8, 1][..], &field(2, shape)].concat();
        [field(1, name), field(2, field(1, tensor))].concat()
    };
    let graph = [field(1, node), field(2, "g"), field(5, axes), field(11, value("x")), field(12, value("y"))].concat();
    [&[8, 8][..], &field(7, graph), &field(8, [16, 18])].concat()
}

#[test]
fn exit_codes_follow_the_contract() {
    let folder = Folder::new("codes")
        .with("good.onnxtxt", GOOD)
        .with("bad.onnxtxt", BAD)
        .with("note.onnxtxt", NOTE)
        .with("none.onnx", "no model at all")
        .with("empty/readme.txt", "");
    for (arguments, code) in [
        (&["good.onnxtxt"][..], 0),
        (&["bad.onnxtxt"], 1),
        (&["good.onnxtxt", "bad.onnxtxt"], 1),
        (&["none.onnx"], 1),
        (&["note.onnxtxt"], 0),
        (&["--fail-on", "warning", "note.onnxtxt"], 0),
        (&["--fail-on", "note", "note.onnxtxt"], 1),
        (&["--fail-on", "never", "bad.onnxtxt"], 0),
        (&["shapes", "good.onnxtxt"], 0),
        (&["shapes", "bad.onnxtxt"], 1),
        (&["shapes", "note.onnxtxt"], 0),
        (&["print", "bad.onnxtxt"], 0),
        (&["print", "none.onnx"], 1),
        (&["explain", "OP102"], 0),
        (&["explain", "axis-out-of-range"], 0),
        (&["explain", "ReduceMin"], 0),
        (&["rules"], 0),
        (&["--help"], 0),
        (&["--version"], 0),
        (&[], 2),
        (&["lint"], 1),
        (&["lint", "--no-such-option", "good.onnxtxt"], 2),
        (&["lint", "--format", "yaml", "good.onnxtxt"], 2),
        (&["lint", "--bind", "N", "good.onnxtxt"], 2),
        (&["shapes", "--input-shape", "x:float[1]", "good.onnxtxt"], 2),
        (&["lint", "-j", "0", "good.onnxtxt"], 2),
        (&["explain", "OP999"], 2),
        (&["missing.onnx"], 2),
        (&["bad.onnxtxt", "missing.onnx"], 2),
        (&["empty"], 2),
        (&["print", "missing.onnx"], 2),
    ] {
        assert_eq!(folder.code(arguments), Some(code), "{arguments:?}");
    }
}

#[test]
fn missing_path_does_not_hide_other_files() {
    let folder = Folder::new("missing").with("bad.onnxtxt", BAD);
    let output = folder.run(&["-f", "json", "missing.onnx", "bad.onnxtxt"]);
    assert!(text(&output.stderr).contains("`missing.onnx` does not exist"));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["summary"]["files"], 1);
    assert_eq!(report["summary"]["exit_code"], 2);
    assert_eq!(report["diagnostics"][0]["path"], "bad.onnxtxt");
}

#[test]
fn misspelled_command_is_suggested() {
    let folder = Folder::new("suggest");
    let says = |arguments: &[&str]| text(&folder.run(arguments).stderr);
    assert!(says(&["shpaes", "m.onnx"]).contains("did you mean the command `shapes`?"));
    for words in [
        &["nope"][..],
        &["diff", "m.onnx", "nope"],
        &["diff", "m.onnx", "shpaes"],
        &["shapes", "shpaes"],
        &["man", "nope"],
    ] {
        assert!(!says(words).contains("did you mean"), "{words:?}: {}", says(words));
    }
    assert!(says(&["explain", "axis-out-of-rang"]).contains("did you mean `axis-out-of-range`?"));
    assert!(says(&["explain", "reducemin"]).contains("did you mean `ReduceMin`?"));
}

#[test]
fn internal_error_is_one_message_and_does_not_hide_other_files() {
    if !cfg!(debug_assertions) {
        return;
    }
    let folder = Folder::new("panic").with("a.onnxtxt", GOOD).with("b.onnxtxt", GOOD).with("c.onnxtxt", BAD);
    for command in ["lint", "shapes"] {
        let arguments = [command, "-f", "jsonl", "a.onnxtxt", "b.onnxtxt", "c.onnxtxt"];
        let output = folder.command(&arguments).env("SHAPEWRIGHT_PANIC", "b.onnxtxt").output().expect("runs");
        assert_eq!(output.status.code(), Some(3));
        let errors = text(&output.stderr);
        let message = errors.lines().next().unwrap_or_default();
        assert!(message.starts_with("error: internal error in shapewright "), "{errors}");
        for part in [env!("CARGO_PKG_VERSION"), "`b.onnxtxt`", "at `rmin`", "a test asked for it", "report it"] {
            assert!(message.contains(part), "{part}: {message}");
        }
        assert_eq!(errors.lines().count(), 1, "{errors}");
        let report = text(&output.stdout);
        assert!(report.contains("a.onnxtxt") && report.contains("c.onnxtxt"));
    }
    let output = folder.command(&["rules"]).env("SHAPEWRIGHT_PANIC", "shapewright").output().expect("runs");
    let errors = text(&output.stderr);
    assert_eq!((output.status.code(), errors.lines().count()), (Some(3), 1), "{errors}");
    assert!(errors.starts_with("error: internal error in shapewright ") && errors.contains("a test asked for it"));
}

#[test]
fn standard_input_of_every_format_is_read() {
    let folder = Folder::new("stdin");
    for (content, format) in [(GOOD.as_bytes(), "onnx"), (IR.as_bytes(), "openvino-ir"), (&binary(), "onnx")] {
        let mut command = folder.command(&["shapes", "-f", "jsonl", "-"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("runs");
        child.stdin.take().expect("a pipe").write_all(content).expect("written");
        let output = child.wait_with_output().expect("ends");
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!((report["path"].as_str(), report["format"].as_str()), (Some("-"), Some(format)));
    }
}

#[test]
fn directories_are_searched_in_order() {
    let folder = Folder::new("walk")
        .with("d/b/two.onnx", binary())
        .with("d/a.onnxtxt", GOOD)
        .with("d/c/net.xml", IR)
        .with("d/c/late.xml", format!("<!--{}--><net/>", "x".repeat(2_000)))
        .with("d/c/layer.xml", "<!-- x --><layer id='1'/>")
        .with("d/c/wide.xml", "<net/>".bytes().flat_map(|b| [b, 0]).collect::<Vec<_>>())
        .with("d/c/pom.xml", "<project><network/></project>")
        .with("d/c/readme.md", "")
        .with("d/.git/hidden.onnx", binary())
        .with("d/node_modules/other.onnx", binary())
        .with("d/b/target/built.onnx", binary())
        .with("d/.gitignore", "*.onnxtxt\n");
    let paths = |arguments: &[&str]| -> Vec<String> {
        let report = folder.json(&[&["-f", "json"], arguments].concat());
        let files = report["files"].as_array().expect("files").iter();
        files.map(|file| file["path"].as_str().expect("a path").to_owned()).collect()
    };
    let all = ["d/a.onnxtxt", "d/b/two.onnx", "d/c/late.xml", "d/c/layer.xml", "d/c/net.xml", "d/c/wide.xml"];
    assert_eq!(paths(&["d"]), all);
    assert_eq!(paths(&["--respect-gitignore", "d"]), all[1..]);
    // A path that is named is read whatever it is called, and each file once.
    assert_eq!(paths(&["d/b/target", "d/c/pom.xml", "d/b/target"]), ["d/b/target/built.onnx", "d/c/pom.xml"]);
}

#[test]
fn output_does_not_depend_on_the_number_of_jobs() {
    let mut folder = Folder::new("jobs");
    for i in 0..40 {
        let content = [GOOD, BAD, IR, NOTE, "nothing"][i % 5].to_owned();
        folder = folder.with(&format!("m/{i:02}.onnxtxt"), if i == 1 { chain(20_000) } else { content });
    }
    for command in [&["lint", "-f", "json"][..], &["lint"], &["shapes", "-f", "json"], &["shapes", "-f", "concise"]] {
        let with = |jobs| folder.run(&[command, &["-j", jobs, "m"]].concat()).stdout;
        let one = with("1");
        assert!(one.len() > 1_000);
        assert!(one == with("8"), "{command:?}");
    }
}

#[test]
fn lint_reports_have_the_fields_of_the_contract() {
    let folder = Folder::new("lint").with("bad.onnxtxt", BAD).with("m.onnx", binary());
    let report = folder.json(&["--format", "json", "bad.onnxtxt"]);
    assert_fields(&report, &["schema_version", "tool", "files", "diagnostics", "summary"]);
    assert_eq!(report["files"][0]["opsets"], serde_json::json!({"": 18}));
    assert_eq!(report["files"][0]["nodes"], 2);
    let found = &report["diagnostics"][0];
    assert_fields(
        found,
        &["code", "name", "level", "path", "message", "location", "data", "notes", "help", "fix", "fingerprint"],
    );
    let location = &found["location"];
    assert_fields(location, &["graph", "node", "node_index", "op", "value", "layer", "bytes", "listing", "source"]);
    assert_eq!((&found["code"], &found["name"]), (&"OP102".into(), &"axis-out-of-range".into()));
    assert_eq!((&location["graph"], &location["node"]), (&"main".into(), &"rmin_a".into()));
    assert_eq!((&location["value"], &location["layer"]), (&"a1".into(), &Value::Null));
    let source = serde_json::json!({"line": 5, "column": 30, "end_line": 5, "end_column": 32});
    assert_eq!(location["source"], source);
    assert_eq!((&location["bytes"], &location["listing"]), (&Value::Null, &Value::Null));
    assert_eq!(found["data"]["axis"], 4);
    assert_eq!(report["summary"]["errors"].as_u64(), Some(report["diagnostics"].as_array().map_or(0, Vec::len) as u64));
    assert_eq!(report["summary"]["exit_code"], 1);

    let location = &folder.json(&["--format", "json", "m.onnx"])["diagnostics"][0]["location"];
    assert_eq!(location["bytes"], serde_json::json!([6, 32]));
    // `   [rmin] y = ReduceMin (x, a)`, after nine lines.
    assert_eq!(location["listing"], serde_json::json!({"line": 10, "column": 29, "end_column": 30}));
    let listing = text(&folder.run(&["print", "m.onnx"]).stdout);
    assert_eq!(listing.lines().nth(9), Some("   [rmin] y = ReduceMin (x, a)"));
    assert_eq!(location["source"], Value::Null);
}

/// Asserts that an object has these fields and no other.
fn assert_fields(object: &Value, fields: &[&str]) {
    let mut fields = fields.to_vec();
    fields.sort_unstable();
    let found: Vec<&str> = object.as_object().map(|o| o.keys().map(String::as_str).collect()).unwrap_or_default();
    assert_eq!(found, fields);
}

#[test]
fn jsonl_has_one_diagnostic_per_line_and_a_summary() {
    let folder = Folder::new("jsonl").with("bad.onnxtxt", BAD).with("good.onnxtxt", GOOD);
    let output = text(&folder.run(&["--format", "jsonl", "bad.onnxtxt", "good.onnxtxt"]).stdout);
    let lines: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (last, found) = lines.split_last().expect("lines");
    assert!(found.iter().all(|line| line["path"] == "bad.onnxtxt"));
    assert_eq!(last["summary"]["errors"].as_u64(), Some(found.len() as u64));
    assert_eq!(last["files"][1]["path"], "good.onnxtxt");
}

#[test]
fn fingerprint_survives_a_moved_node_and_is_unique() {
    let moved = BAD.replace("  [rmin_a]", "  q = ReduceMax (x)\n  [rmin_a]");
    let folder = Folder::new("prints").with("bad.onnxtxt", BAD);
    let prints = |folder: &Folder| -> Vec<String> {
        let report = folder.json(&["-f", "json", "bad.onnxtxt"]);
        let found = report["diagnostics"].as_array().expect("diagnostics").iter();
        found.filter(|d| d["level"] == "error").map(|d| d["fingerprint"].to_string()).collect()
    };
    let before = prints(&folder);
    assert!(before.len() > 2);
    assert_eq!(before.iter().collect::<std::collections::HashSet<_>>().len(), before.len());
    assert_eq!(prints(&folder.with("bad.onnxtxt", moved)), before);
}

/// A finding about an initializer has no node, so the tensor is its location and distinguishes its fingerprint.
#[test]
fn a_finding_about_an_initializer_names_it() {
    let tensors = "int64[2] a = {1}, int64[2] b = {1}";
    let model = format!(
        "<ir_version: 8, opset_import: [\"\" : 18]>\ng (int64[2] x) => (int64[2] y) <{tensors}> {{\n  s = Add (x, a)\n  \
         y = Add (s, b)\n}}\n"
    );
    let report = Folder::new("initializers").with("m.onnxtxt", model).json(&["-f", "json", "m.onnxtxt"]);
    let found: Vec<&Value> = report["diagnostics"].as_array().expect("diagnostics").iter().collect();
    let errors: Vec<_> = found.iter().filter(|d| d["level"] == "error").collect();
    let shown: Vec<_> = errors.iter().map(|d| (d["code"].as_str(), d["location"]["value"].as_str())).collect();
    assert_eq!(shown, [(Some("TN104"), Some("a")), (Some("TN104"), Some("b"))]);
    let prints: Vec<&str> = errors.iter().filter_map(|d| d["fingerprint"].as_str()).collect();
    assert!(prints[0] != prints[1] && prints.iter().all(|print| print.len() == 16), "no running number: {prints:?}");
}

#[test]
fn shapes_have_the_fields_of_the_contract() {
    let folder = Folder::new("shapes").with("good.onnxtxt", GOOD).with("m.xml", IR);
    let report = folder.json(&["shapes", "-f", "jsonl", "--values", "4", "good.onnxtxt"]);
    assert_fields(
        &report,
        &["schema_version", "path", "format", "status", "symbols", "constraints", "graphs", "diagnostics"],
    );
    assert_eq!(report["symbols"]["N"], "0..");
    let graph = &report["graphs"][0];
    assert_fields(graph, &["path", "name", "inputs", "outputs", "values"]);
    assert_eq!((&graph["inputs"][0], &graph["outputs"][0]), (&"x".into(), &"y".into()));
    let y = value(graph, "y");
    assert_fields(
        y,
        &[
            "id",
            "name",
            "node",
            "node_index",
            "op",
            "output",
            "layer",
            "port",
            "names",
            "type",
            "shape",
            "declared",
            "source",
            "constant",
            "value",
            "why_unknown",
        ],
    );
    assert_eq!((&y["type"], &y["shape"]), (&"f32".into(), &serde_json::json!(["N", "H", "W"])));
    assert_eq!((&y["node"], &y["op"], &y["output"]), (&"rmin".into(), &"ReduceMin".into(), &0.into()));
    assert_eq!(y["source"], "inferred");
    let a = value(graph, "a");
    assert_eq!((&a["constant"], &a["value"]), (&true.into(), &serde_json::json!([1])));

    let graph = &folder.json(&["shapes", "-f", "json", "m.xml"])["files"][0]["graphs"][0];
    assert_eq!(
        (&graph["inputs"], &graph["outputs"]),
        (&serde_json::json!(["0:0", "1:0"]), &serde_json::json!(["2:2"]))
    );
    let x = value(graph, "0:0");
    assert_eq!((&x["layer"], &x["port"], &x["name"]), (&"0".into(), &"0".into(), &"x".into()));
    assert_eq!(x["names"], serde_json::json!(["in", "in,2"]));
    assert_eq!(graph["values"].as_array().map(Vec::len), Some(3), "a Result has no value");
}

/// Equal facts have one text, except that a reason names its node where another one produces the value.
#[test]
fn a_reason_names_its_node_unless_the_value_is_its_own() {
    let model = "<ir_version: 9, opset_import: [\"\" : 18, \"my\" : 1]>\ng (float[2] x) => (c, e) {
a = my.Op (x)  b = Identity (a)  c = Identity (b)  d = my.Op (x)  e = Identity (d) }";
    let folder = Folder::new("reasons").with("m.onnxtxt", model);
    let graph = &folder.json(&["shapes", "-f", "json", "m.onnxtxt"])["files"][0]["graphs"][0];
    let why = ["a", "b", "c", "d", "e"].map(|id| value(graph, id)["why_unknown"].as_str().expect("a reason"));
    let unknown = "`my.Op` is not a known operator";
    let at = |node| format!("{unknown}, at node #{node} (Op)");
    assert_eq!(why, [unknown, &at(0), &at(0), unknown, &at(3)]);
}

fn value<'a>(graph: &'a Value, id: &str) -> &'a Value {
    graph["values"].as_array().expect("values").iter().find(|v| v["id"] == id).expect(id)
}

#[test]
fn bind_and_input_shape_are_used() {
    let folder = Folder::new("bind").with("good.onnxtxt", GOOD);
    let shape = |arguments: &[&str]| {
        let report = folder.json(&[&["shapes", "-f", "jsonl", "good.onnxtxt"], arguments].concat());
        value(&report["graphs"][0], "y")["shape"].clone()
    };
    assert_eq!(shape(&["--bind", "N=8", "--bind", "H=224"]), serde_json::json!([8, 224, "W"]));
    assert_eq!(shape(&["--no-declared", "--input-shape", "x:[8,3,1..4,W]"]), serde_json::json!([8, "1..4", "W"]));
}

#[test]
fn a_symbol_can_be_bound_to_an_interval() {
    let text = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N,4] x) => (float[M] y) {\n\
        y = Flatten <axis = 0> (x)\n}\n";
    let folder = Folder::new("interval").with("m.onnxtxt", text.replace("float[M]", "float[1,M]"));
    let report = folder.json(&["shapes", "-f", "jsonl", "m.onnxtxt", "--bind", "N=1..8"]);
    assert_eq!(report["symbols"], serde_json::json!({"N": "1..8"}));
    assert_eq!(value(&report["graphs"][0], "y")["shape"], serde_json::json!([1, "4*N"]));
    let shown = folder.shows(&["shapes", "m.onnxtxt", "--bind", "N=1..8"]);
    assert!(shown.contains("free symbols: N (1..8) (bind with --bind N=8)"), "{shown}");
    // What a contract states of the sizes follows from the bounds.
    let code = |bind: &str| folder.code(&["lint", "m.onnxtxt", "--bind", bind, "--expect", "y:f32[1,4..32]"]);
    assert_eq!((code("N=1..8"), code("N=1..9"), code("N=8..1")), (Some(0), Some(1), Some(2)));
    let contradiction = folder.shows(&["lint", "m.onnxtxt", "--bind", "N=1..8", "--input-shape", "x:[9,4]"]);
    assert!(contradiction.contains("to f32[9,4], but --bind sets it to f32[1..8,4]"), "{contradiction}");
    let why = folder.shows(&["shapes", "m.onnxtxt", "--bind", "N=1..8", "--why", "x"]);
    assert!(why.contains("and --bind sets its bounds"), "{why}");
}

#[test]
fn symbol_in_an_input_shape_can_be_bound() {
    let text = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N,4] x) => (float[N,4] y) { y = Relu (x) }\n";
    let folder = Folder::new("still-bound").with("m.onnxtxt", text);
    for options in [&["--bind", "N=2"], &["--input-shape", "x:[2,4]"]] {
        let report = folder.json(&[&["lint", "-f", "json", "m.onnxtxt"], &options[..]].concat());
        assert_eq!(report["diagnostics"], serde_json::json!([]));
    }
}

const SIZES: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[N,4] a, float[M,4] b, int64 limit) => (float[K,4] sum, float[L,8] row, int64[R] steps)
<int64 zero = {0}, int64 one = {1}, int64[2] half = {-1, 16}>
{
  sum = Add (a, b)
  row = Concat <axis = 1> (a, b)
  steps = Range (zero, limit, one)
  s = Shape (row)
  n = Gather (s, zero)
  twice = Add (n, n)
  more = Range (zero, twice, one)
  c = Concat <axis = 0> (steps, more)
  pairs = Reshape (row, half)
}
"#;

#[test]
fn symbolic_dimensions_and_constraints_are_shown() {
    let folder = Folder::new("sizes").with("m.onnxtxt", SIZES);
    let report = folder.json(&["shapes", "-f", "jsonl", "m.onnxtxt"]);
    let graph = &report["graphs"][0];
    assert_eq!(value(graph, "sum")["shape"], serde_json::json!(["min(1,M,N)*max(M,N)", 4]));
    assert_eq!(value(graph, "c")["shape"], serde_json::json!(["2*N+steps.0"]));
    assert_eq!(report["symbols"], serde_json::json!({"M": "0..", "N": "0..", "steps.0": "0.."}));
    let holds: Vec<_> =
        report["constraints"].as_array().unwrap().iter().map(|c| c["holds"].as_str().unwrap()).collect();
    assert_eq!(holds, ["M = N or one is 1", "M = N", "mod(N,2) = 0"]);
    let table = folder.shows(&["shapes", "m.onnxtxt"]);
    assert!(table.contains("data-dependent dimensions: steps.0\n"), "{table}");
    assert!(table.contains("requires M = N or one is 1, at node #0 (Add)"), "{table}");
    let bound = folder.json(&["shapes", "-f", "jsonl", "m.onnxtxt", "--bind", "N=8", "--bind", "M=8"]);
    assert_eq!(value(&bound["graphs"][0], "sum")["shape"], serde_json::json!([8, 4]));
    assert_eq!(value(&bound["graphs"][0], "c")["shape"], serde_json::json!(["steps.0+16"]));
    assert_eq!(bound["constraints"], serde_json::json!([]));
}

#[test]
fn overridable_treats_initializers_that_are_inputs_as_constants() {
    let text = format!(
        "{}{}",
        "<ir_version: 8, opset_import: [\"\" : 18]>\n",
        "g (float[2,3] x, int64[1] axes) => (float[A,B] y) <int64[1] axes = {1}> { y = ReduceMin (x, axes) }"
    );
    let folder = Folder::new("overridable").with("m.onnxtxt", text);
    let shape = |arguments: &[&str]| {
        let report = folder.json(&[&["shapes", "-f", "jsonl", "m.onnxtxt"], arguments].concat());
        value(&report["graphs"][0], "y")["shape"].clone()
    };
    assert_eq!(shape(&["--overridable"]), serde_json::json!([2, 1]));
    assert_ne!(shape(&[]), serde_json::json!([2, 1]), "a caller may give other axes");
}

const MASKED: &str = r#"<ir_version: 8, opset_import: ["" : 17, "com.microsoft" : 1]>
g (float[B,S,8] x, float[8,24] w, float[24] b, int32[B,T] mask, float[2,B,2,P,4] past) => (float[B,S,8] y, float[2,B,2,T,4] z)
{
  [a] y, z = com.microsoft.Attention <num_heads = 2> (x, w, b, mask, past)
}
"#;

#[test]
fn constraints_of_an_attention_mask_are_shown() {
    let folder =
        Folder::new("masked").with("m.onnxtxt", MASKED).with("one.onnxtxt", MASKED.replace("B,T] mask", "B,1] mask"));
    let holds = |name| folder.json(&["shapes", "-f", "jsonl", name])["constraints"].clone();
    assert_eq!(holds("m.onnxtxt")[0]["holds"], "P+S = T or one is 1");
    assert_eq!(holds("one.onnxtxt"), serde_json::json!([]));
}

const WHY: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[N,3,4] x, int64[2] q) => (float[A,B] y, float[C,D] z)
<int64[1] one = {1}, int64[1] rest = {-1}>
{
  s = Shape (x)
  n = Gather (s, one)
  t = Concat <axis = 0> (n, rest)
  [flat] y = Reshape (x, t)
  [free] z = Reshape (x, q)
}
"#;

#[test]
fn why_traces_a_dimension() {
    let folder = Folder::new("why").with("m.onnxtxt", WHY).with("m.xml", IR);
    insta::assert_snapshot!("why-full", folder.shows(&["shapes", "m.onnxtxt", "--no-declared", "--why", "y"]));
    let report = folder.json(&["shapes", "-f", "jsonl", "--no-declared", "m.onnxtxt", "--why", "z"]);
    let chain = &report["values"][0]["chains"][1];
    assert_eq!(
        (chain["aspect"].as_str(), chain["is"].as_str(), chain["known"].as_bool()),
        (Some("dim 0"), Some("unknown"), Some(false))
    );
    assert_eq!(chain["steps"][0]["node"], "free");
    assert_eq!(chain["steps"][1]["id"], "q");
    assert_eq!(chain["cause"], "a graph input, whose elements are known only at run time");
    // A layer of IR by its port, by its name, and by a tensor name.
    for name in ["0:0", "x", "in"] {
        let report = folder.json(&["shapes", "-f", "jsonl", "m.xml", "--why", name]);
        assert_eq!(report["values"][0]["id"], "0:0", "{name}");
    }
}

/// Each property is shown with the whole type, so the text would grow with the square of the dimensions.
#[test]
fn why_lists_values_with_many_dimensions_within_a_limit() {
    let shape = vec!["3"; 199].join(",");
    let branch = |name: &str| format!("{name}_branch = b () => (float y) {{ y = Relu (x) }}");
    let nodes: String =
        (0..30).map(|at| format!("o{at} = If (c) <{}, {}>\n", branch("then"), branch("else"))).collect();
    let text =
        format!("<ir_version: 8, opset_import: [\"\" : 18]>\ng (bool c, float[{shape}] x) => (o0) {{\n{nodes}}}");
    let folder = Folder::new("why-many").with("m.onnxtxt", text);
    // The element type and 199 dimensions of each value are 200 properties with two steps each, and 10,000 are listed.
    let text = folder.shows(&["shapes", "m.onnxtxt", "--why", "y"]);
    assert_eq!(text.matches(" in graph `").count(), 25);
    assert!(text.contains("\n... 35 further values with this name\n"), "{}", &text[text.len() - 300..]);
    let report = folder.json(&["shapes", "-f", "jsonl", "m.onnxtxt", "--why", "y"]);
    assert_eq!(report["values"].as_array().map(Vec::len), Some(25));
    assert_eq!(report["not_listed"], 35);
    let report = folder.json(&["shapes", "-f", "jsonl", "m.onnxtxt", "--why", "o0"]);
    assert_eq!(report["not_listed"], 0);
}

/// Each of 200 dimensions has a chain, and each step would repeat the names of all.
#[test]
fn why_shows_the_start_of_a_long_type_at_each_step() {
    let shape = (0..200).map(|at| format!("{}{at}", "n".repeat(100))).collect::<Vec<_>>().join(",");
    let text = format!("<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[{shape}] x) => (y) {{ y = Relu (x) }}");
    let folder = Folder::new("why-long").with("m.onnxtxt", text);
    let whole = format!("f32[{shape}]");
    let start = format!("{}[...]", &whole[..1_024]);
    let text = folder.shows(&["shapes", "m.onnxtxt", "--why", "x"]);
    assert_eq!((text.matches(&whole).count(), text.matches(&start).count()), (1, 201));
    let report = folder.json(&["shapes", "-f", "jsonl", "m.onnxtxt", "--why", "x"]);
    let value = &report["values"][0];
    assert_eq!(value["type"], whole);
    assert_eq!(
        (&value["chains"][7]["is"], &value["chains"][7]["steps"][0]["type"]),
        (&format!("{}6", "n".repeat(100)).into(), &start.into())
    );
}

#[test]
fn unknown_value_name_is_a_usage_error() {
    let folder = Folder::new("wanted").with("m.onnxtxt", WHY).with("good.onnxtxt", GOOD).with("cut.onnx", [8, 200]);
    for (arguments, complaint) in [
        (["--why", "yy"], "--why names `yy`, but no file has such a value; did you mean `y`?"),
        (["--bind", "n=3"], "--bind names `n`, but no file has such a symbol; did you mean `N`?"),
        (["--input-shape", "qq:[1]"], "--input-shape names `qq`, but no file has such an input; did you mean `q`?"),
    ] {
        let output = folder.run(&[&["shapes", "m.onnxtxt"][..], &arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(complaint), "{}", text(&output.stderr));
        assert!(!output.stdout.is_empty() || arguments[0] == "--why", "{arguments:?}");
    }
    // One file that has it is enough, and what could not be read may have it.
    assert_eq!(folder.code(&["shapes", "m.onnxtxt", "good.onnxtxt", "--bind", "H=3"]), Some(0));
    assert_eq!(folder.code(&["shapes", "m.onnxtxt", "cut.onnx", "--why", "nothing"]), Some(1));
}

#[test]
fn targets_are_named_with_their_minimum_version() {
    let folder = Folder::new("targets").with(
        "m.onnxtxt",
        "<ir_version: 10, opset_import: [\"\" : 22]>\n\
        g (uint32[2] x) => (uint32[1] y) {\n [rmin] y = ReduceMin (x)\n}\n",
    );
    let concise = |target: &str| {
        let output = folder.run(&["m.onnxtxt", "-f", "concise", "--fail-on", "warning", "--target", target]);
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (code, report, _) = concise("onnxruntime>=1.20,openvino");
    assert_eq!(code, Some(1));
    assert!(report.contains("PO201") && report.contains("PO203") && !report.contains("PO204"), "{report}");
    assert_eq!(concise("openvino>=2025.0").0, Some(0));
    let (code, _, said) = concise("onnxruntime>=99.0");
    let note = "note: ONNX Runtime 99.0 is newer than all known versions; the newest, ONNX Runtime 1.31, is used\n";
    assert_eq!((code, said.as_str()), (concise("onnxruntime>=1.31").0, note));
    let newer =
        "<ir_version: 10, opset_import: [\"\" : 27]>\ng (float[2] x) => (float[2] y) {\n [relu] y = Relu (x)\n}\n";
    fs::write(folder.0.join("new.onnxtxt"), newer).expect("a file");
    let full = folder.run(&["new.onnxtxt", "--select", "PO201", "--target", "onnxruntime>=99"]);
    let full = text(&full.stdout);
    assert!(full.contains("operator set 27, but ONNX Runtime 1.31 reads operator set up to 26"), "{full}");
    assert!(full.contains("ONNX Runtime 99.0 is newer than all known versions"), "{full}");
    for (target, complaint) in [
        ("onxruntime", "did you mean `onnxruntime`?"),
        ("openvino=2025.0", "expected openvino>=VERSION"),
        ("tensorrt>=new", "`new` is not a version"),
        ("onnxruntime>=0.1", "ONNX Runtime 0.1 is too old; the oldest known version is onnxruntime>=1.2"),
    ] {
        let (code, _, said) = concise(target);
        assert_eq!(code, Some(2), "{target}");
        assert!(said.contains(complaint), "{said}");
    }
}

#[test]
fn run_without_files_prints_no_summary() {
    let folder = Folder::new("nothing").with("empty/.keep", "");
    let says = |arguments: &[&str]| {
        let output = folder.run(arguments);
        (text(&output.stdout), text(&output.stderr), output.status.code())
    };
    let missing = "error: `nope` does not exist; expected a model file or a directory\n".to_owned();
    assert_eq!(says(&["lint", "nope"]), (String::new(), missing.clone(), Some(2)));
    assert_eq!(says(&["shapes", "nope"]), (String::new(), missing, Some(2)));
    let (_, said, code) = says(&["lint", "empty"]);
    assert!(said.contains("no model files in `empty`:") && code == Some(2), "{said}");
    let (out, said, code) = says(&["print", "empty"]);
    assert_eq!((out.as_str(), said.as_str(), code), ("", "error: `empty` is a directory; expected a file\n", Some(2)));
    #[cfg(target_os = "linux")]
    {
        // There, and not to be read from its start.
        let (out, said, code) = says(&["lint", "/proc/self/mem"]);
        assert!(out.is_empty() && said.contains("cannot read `/proc/self/mem`") && code == Some(2), "{out} {said}");
        let (_, said, _) = says(&["shapes", "/proc/self/mem"]);
        assert!(!said.contains("0 files"), "{said}");
    }
}

#[test]
fn style_rules_are_checked_only_if_selected() {
    let folder = Folder::new("style").with("m.onnxtxt", GOOD);
    let concise = |more: &[&str]| {
        text(&folder.run(&[&["m.onnxtxt", "-f", "concise", "--min-level", "note"], more].concat()).stdout)
    };
    assert!(!concise(&[]).contains("ST103"));
    assert!(concise(&["--extend-select", "ST"]).contains("ST103"));
    assert!(concise(&["--select", "style"]).contains("ST103"));
}

#[test]
fn wrong_input_shape_is_one_finding() {
    let folder = Folder::new("asked").with("good.onnxtxt", GOOD);
    let found = |arguments: &[&str]| {
        let report = folder.json(&[&["lint", "-f", "json", "good.onnxtxt"], arguments].concat());
        let findings = report["diagnostics"].as_array().expect("diagnostics");
        findings.iter().map(|f| f["message"].as_str().unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    let wrong_type = found(&["--input-shape", "x:f64[2,3,4,5]"]);
    assert_eq!(wrong_type.len(), 1, "{wrong_type:?}");
    assert!(wrong_type[0].contains("but the file declares"), "{wrong_type:?}");
    let wrong_rank = found(&["--input-shape", "x:[2,3]"]);
    assert_eq!(wrong_rank.len(), 1, "{wrong_rank:?}");
    let bound = found(&["--input-shape", "x:[5,3,2,2]", "--bind", "N=4"]);
    assert_eq!(bound.len(), 1, "{bound:?}");
    assert!(bound[0].contains("but --bind sets it to"), "{bound:?}");
}

#[test]
fn findings_before_a_truncation_are_reported() {
    // The wrong attribute is found first, then the tag that nothing opened ends it all.
    let broken =
        IR.replace("</output>\n        </layer>\n        <layer id=\"3\"", "</o></layer>\n        <layer id=\"3\"");
    let folder = Folder::new("broken").with("m.xml", broken);
    for format in ["full", "concise", "json", "jsonl"] {
        let output = folder.run(&["-f", format, "m.xml"]);
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(1), ""));
    }
}

#[test]
fn concise_format_has_one_line_per_finding() {
    let folder = Folder::new("concise").with("bad.onnxtxt", BAD).with("m.xml", IR).with("good.onnxtxt", GOOD);
    insta::assert_snapshot!("lint-concise", folder.shows(&["-f", "concise", "bad.onnxtxt", "m.xml"]));
    insta::assert_snapshot!("shapes-concise", folder.shows(&["shapes", "-f", "concise", "good.onnxtxt"]));
    insta::assert_snapshot!("shapes-concise-two", folder.shows(&["shapes", "-f", "concise", "good.onnxtxt", "m.xml"]));
}

#[test]
fn full_format() {
    let folder = Folder::new("full").with("bad.onnxtxt", BAD).with("m.xml", IR).with("m.onnx", binary());
    insta::assert_snapshot!("lint-full-onnx-text", folder.shows(&["bad.onnxtxt"]));
    insta::assert_snapshot!("lint-full-ir", folder.shows(&["m.xml"]));
    insta::assert_snapshot!("lint-full-onnx", folder.shows(&["m.onnx"]));
    insta::assert_snapshot!("shapes-full", folder.shows(&["shapes", "bad.onnxtxt", "m.xml", "--values", "2"]));
    insta::assert_snapshot!("explain-operator", folder.shows(&["explain", "ReduceMin"]));
    let page = folder.shows(&["explain", "duplicate-axis"]);
    let level =
        "Level: error in ONNX, error in OpenVINO IR. Category: correctness.\nReason: in ONNX, shapewright requires it";
    assert!(page.starts_with(&format!("OP103 duplicate-axis\n\n{level}")), "{page}");
    assert!(page.contains("\nSpecification: `reduce` C5 (docs/spec/"), "{page}");
    assert!(!page.contains("<!--") && !page.contains("error OP103 rmin"), "{page}");
    assert_eq!(folder.shows(&["explain", "op103"]), page);
}

#[test]
fn color_is_used_only_on_terminals() {
    let folder = Folder::new("color").with("bad.onnxtxt", BAD);
    assert!(!text(&folder.run(&["bad.onnxtxt"]).stdout).contains('\x1b'));
    assert!(text(&folder.run(&["--color", "always", "bad.onnxtxt"]).stdout).contains('\x1b'));
    assert_eq!(text(&folder.run(&["-q", "bad.onnxtxt"]).stdout).matches("Checked").count(), 0);
}

#[test]
fn names_cannot_contain_terminal_escapes() {
    let name = "rmin\\u001b[2J";
    let model = BAD.replace("[rmin_a]", &format!("[\"{}\"]", name.replace("\\u001b", "\u{1b}")));
    let folder = Folder::new("control").with("m.onnxtxt", model);
    for format in ["full", "concise", "json", "jsonl"] {
        for command in ["lint", "shapes"] {
            let output = folder.run(&[command, "-f", format, "m.onnxtxt"]);
            assert!(!output.stdout.contains(&0x1b), "{command} {format}");
        }
    }
}
