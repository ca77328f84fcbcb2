//! The commands beside `lint` and `shapes`, through the binary.
#![cfg(feature = "cli")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const GOOD: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[N,3,H,W] x) => (float[N,H,W] y)
<int64[1] a = {1}>
{
  [relu] r = Relu (x)
  [rmin] y = ReduceMin <keepdims = 0> (r, a)
}
"#;

/// A directory of its own for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("commands-{name}"));
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

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).expect(path)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shapewright"));
        command.args(arguments).current_dir(&self.0).env_remove("NO_COLOR").stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the command runs")
    }

    /// What is printed, what is said, and the exit code.
    fn says(&self, arguments: &[&str]) -> (String, String, i32) {
        let output = self.run(arguments);
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (text(output.stdout), text(output.stderr), output.status.code().unwrap_or(-1))
    }
}

/// Asks `op` these words.
fn op(words: &str) -> (String, String, i32) {
    Folder::new("op").says(&[&["op"], words.split(' ').collect::<Vec<_>>().as_slice()].concat())
}

/// The type of the last output.
fn output(words: &str) -> String {
    let (out, errors, _) = op(words);
    let line = out.lines().rfind(|line| line.trim_start().starts_with("out ")).unwrap_or(&errors).to_owned();
    line.split_whitespace().nth(2).unwrap_or_default().to_owned()
}

#[test]
fn one_operator_is_asked_without_a_file() {
    assert_eq!(output("ReduceMin --opset 18 --in f32[N,3,H,W] --axes 1 --keepdims 0"), "f32[N,H,W]");
    // An attribute before opset 18, an input from then on; the type is the caller's to give too.
    assert_eq!(output("ReduceMin --opset 13 --in f32[N,3,H,W] --axes 1 --keepdims 0"), "f32[N,H,W]");
    assert_eq!(output("ReduceMin --opset 18 --in f32[N,3] --in i64[1]={1} --keepdims 0"), "f32[N]");
    assert_eq!(output("ReduceMin --opset 18 --in f32[N,3] --axes i64[2]={0,1} --keepdims=0"), "f32[]");
    assert_eq!(output("ReduceMin --in f32[2,3] --in - --attribute keepdims=0"), "f32[]");
    assert_eq!(output("ReduceMin --dialect openvino --in f32[2,3] --axes -1 --keep_dims true"), "f32[2,1]");
    assert_eq!(output("Convert --in f32[2] --destination_type i32"), "i32[2]", "only OpenVINO has it");
    assert_eq!(output("FastGelu --domain com.microsoft --in f32[N,3]"), "f32[N,3]");
    assert_eq!(output("Split --in f32[N,6] --axis 1 --num_outputs 2 --outputs 2"), "f32[N,3]");
    assert_eq!(output("Constant --value i64[2]={1,2}"), "i64[2]");
    // A scalar where the operator takes no list.
    let (out, _, code) = op("Clip --in f32[N] --min 0.5");
    assert!(out.contains("min     f32[]   = [0.5]") && code == 0, "{out}");
}

#[test]
fn op_gives_findings_and_an_exit_code() {
    let (out, errors, code) = op("ReduceMin --opset 18 --in f32[N,3] --axes 4 --keepdims 0");
    assert!(out.contains("error[OP102]: axis 4 is out of range for input `data` of rank 2"), "{out}");
    assert!(out.contains("reduced = ReduceMin <keepdims: int = 0> (data, axes)"), "{out}");
    assert_eq!((errors.as_str(), code), ("", 1));
    let (out, _, code) = op("ReduceMin --opset 18 --in f32[N,3] --axes 4 -f json");
    let report: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&report["diagnostics"][0]["code"], code), (&"OP102".into(), 1));
    let (out, _, code) = op("ReduceMin --opset 18 --in f32[N,3] --axes 1 -f json");
    let report: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&report["path"], code), (&"ReduceMin-18".into(), 0));
    let values = report["graphs"][0]["values"].as_array().expect("values");
    let value = |name: &str| values.iter().find(|v| v["name"] == name).expect(name);
    assert_eq!(value("reduced")["shape"], serde_json::json!(["N", 1]));
    assert_eq!(value("axes")["value"], serde_json::json!([1]));
    assert_eq!(report["graphs"][0]["outputs"], serde_json::json!(["reduced"]));
}

#[test]
fn what_op_cannot_ask_is_wrong_usage() {
    for (words, complaint) in [
        ("ReduceMni", "did you mean `ReduceMin`?"),
        ("FastGelu", "--domain com.microsoft has one"),
        ("ReduceMin --keepdim 0", "did you mean `keepdims`?"),
        ("ReduceMin --quite_unlike_anything 0", "`shapewright explain ReduceMin` lists what it has"),
        ("ReduceMin --keepdims yes", "--keepdims: `yes` is no integer"),
        ("ReduceMin --keepdims", "write --keepdims VALUE"),
        ("ReduceMin --in f32", "no shape"),
        ("ReduceMin --in i64[2]={1}", "1 of 2 needed"),
        ("ReduceMin --in f32[2] --in i64[1]={0} --axes 0", "given twice"),
        ("ReduceMin --opset 1000", "there is no operator set 1000"),
        ("If --then_branch x", "cannot be given on the command line"),
        ("ReduceMin --dialect tensorflow", "invalid value"),
    ] {
        let (out, errors, code) = op(words);
        assert!(errors.contains(complaint), "{words}: {errors}");
        assert_eq!((out.as_str(), code), ("", 2), "{words}");
    }
}

#[test]
fn shells_and_man_know_the_arguments() {
    let folder = Folder::new("manual");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (out, errors, code) = folder.says(&["completions", shell]);
        assert!(out.contains("--fail-on") || out.contains("fail-on"), "{shell}");
        assert_eq!((errors.as_str(), code), ("", 0));
    }
    assert_eq!(folder.says(&["completions", "dos"]).2, 2);
    let (page, _, code) = folder.says(&["man"]);
    assert!(page.contains(".TH shapewright 1") && page.contains("shapewright\\-lint(1)"), "{page}");
    assert_eq!(code, 0);
    let (page, _, code) = folder.says(&["man", "snap"]);
    assert!(page.contains("\\-\\-check") && page.contains("\\-\\-quiet") && code == 0, "{page}");
    let (_, errors, code) = folder.says(&["man", "snpa"]);
    assert!(errors.contains("did you mean `snap`?") && code == 2, "{errors}");
}

#[cfg(unix)]
#[test]
fn bash_reads_the_completions() {
    let folder = Folder::new("bash");
    let (script, ..) = folder.says(&["completions", "bash"]);
    let folder = folder.with("script", script);
    let check = "source ./script && COMP_WORDS=(shapewright sn) COMP_CWORD=1 && _shapewright shapewright sn && echo ${COMPREPLY[@]}";
    match Command::new("bash").args(["-c", check]).current_dir(&folder.0).output() {
        Ok(output) => assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "snap"),
        Err(error) => eprintln!("no bash here, so completions are not tried: {error}"),
    }
}

/// A chain of nodes, and one of them in a body.
fn chain(nodes: usize) -> String {
    let mut text = "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[N,3] v0) => (float[N,3] out)\n{\n".to_owned();
    for i in 0..nodes {
        text.push_str(&format!("  [n{i}] v{} = Relu (v{i})\n", i + 1));
    }
    text + &format!("  [last] out = Identity (v{nodes})\n}}\n")
}

#[test]
fn a_graph_has_types_on_its_edges_and_bodies_as_clusters() {
    let folder = Folder::new("graph").with("m.onnxtxt", GOOD);
    let (dot, errors, code) = folder.says(&["graph", "m.onnxtxt"]);
    assert_eq!((errors.as_str(), code), ("", 0));
    for line in [
        r#"i0 [label="x\nf32[N,3,H,W]", shape=ellipse];"#,
        r#"n1 [label="ReduceMin\nrmin\na i64[1]"];"#,
        r#"n0 -> n1 [label="f32[N,3,H,W]"];"#,
        r#"n1 -> o0_0 [label="f32[N,H,W]"];"#,
    ] {
        assert!(dot.contains(line), "{line}\n{dot}");
    }
    let bound = folder.says(&["graph", "m.onnxtxt", "-f", "mermaid", "--bind", "N=8"]).0;
    assert!(bound.starts_with("flowchart TD\n"), "{bound}");
    assert!(bound.contains(r#"n0 -->|"f32[8,3,H,W]"| n1"#), "{bound}");
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/");
    let (dot, ..) = folder.says(&["graph", &format!("{root}onnx/if.onnx")]);
    assert!(dot.contains("subgraph cluster_1 {\n  label=\"then_branch of choose\"; style=dashed;"), "{dot}");
    assert!(dot.contains("lhead=cluster_1"), "{dot}");
    let (mermaid, ..) = folder.says(&["graph", "-f", "mermaid", &format!("{root}openvino/tensor-iterator.xml")]);
    assert!(mermaid.contains("subgraph g1[\"body of slices\"]"), "{mermaid}");
    assert_eq!(mermaid.matches("\"x<br/>").count() + mermaid.matches("Parameter<br/>x\"").count(), 1, "{mermaid}");
}

#[test]
fn a_part_of_a_graph_is_drawn() {
    let folder = Folder::new("around").with("m.onnxtxt", chain(3_000)).with("none.onnx", "no model");
    let around = |arguments: &[&str]| {
        let (dot, errors, code) = folder.says(&[&["graph", "m.onnxtxt"], arguments].concat());
        assert_eq!((errors.as_str(), code), ("", 0));
        (dot.matches("Relu").count(), dot)
    };
    assert_eq!(around(&[]).0, 3_000);
    let (nodes, dot) = around(&["--around", "n1500", "--depth", "2"]);
    assert_eq!(nodes, 5);
    assert!(dot.contains("label=\"5 of 3001 nodes, around n1500\""), "{dot}");
    assert!(dot.contains("n1498 [label=\"Relu\\nn1498\", style=dashed];"), "{dot}");
    assert_eq!(around(&["--around", "v1501", "--depth", "0"]).0, 1, "by the value's name");
    assert_eq!(around(&["--around", "#0", "--depth", "1"]).0, 2, "by its position");
    let (out, errors, code) = folder.says(&["graph", "m.onnxtxt", "--around", "lost"]);
    assert!(errors.contains("`lost`") && errors.contains("did you mean `last`?"), "{errors}");
    assert_eq!((out.as_str(), code), ("", 2));
    assert_eq!(folder.says(&["graph", "m.onnxtxt", "--depth", "1"]).2, 2, "depth of what");
    let (out, errors, code) = folder.says(&["graph", "none.onnx"]);
    assert!(out.is_empty() && errors.contains("error[FM") && code == 1, "{errors}");
    assert_eq!(folder.says(&["graph", "missing.onnx"]).2, 2);
}

#[test]
fn names_cannot_break_a_drawing() {
    let model = GOOD.replace("[relu]", "[\"a\\\"]; <b>|x -->\\\\\"]");
    let folder = Folder::new("escape").with("m.onnxtxt", model);
    let (dot, ..) = folder.says(&["graph", "m.onnxtxt"]);
    assert!(dot.contains(r#"n0 [label="Relu\na\"]; <b>|x -->\\"];"#), "{dot}");
    let (mermaid, ..) = folder.says(&["graph", "m.onnxtxt", "-f", "mermaid"]);
    assert!(mermaid.contains(r#"n0["Relu<br/>a#34;]#59; #60;b#62;#124;x --#62;#92;"]"#), "{mermaid}");
}

#[test]
fn a_snapshot_is_written_and_compared() {
    let folder = Folder::new("snap").with("m/a.onnxtxt", GOOD).with("m/b.onnxtxt", chain(3));
    let (out, errors, code) = folder.says(&["snap", "--check", "m"]);
    assert!(out.contains("m/a.onnxtxt.shapes is missing"), "{out}");
    assert_eq!((errors.as_str(), code), ("2 snapshots: 2 different or missing, 0 as before\n", 1));
    let (out, _, code) = folder.says(&["snap", "m"]);
    assert_eq!((out.as_str(), code), ("wrote m/a.onnxtxt.shapes\nwrote m/b.onnxtxt.shapes\n", 0));
    assert_eq!(
        folder.read("m/a.onnxtxt.shapes"),
        "onnx, opset 18\n\nmain\n  in x f32[N,3,H,W]\n  const a i64[1] = [1]\n  relu Relu(x) -> r f32[N,3,H,W]\n  \
         rmin ReduceMin(r, a) -> y f32[N,H,W]\n  out y f32[N,H,W]\n\nfindings: none\n"
    );
    assert_eq!(folder.says(&["-q", "snap", "m"]), (String::new(), String::new(), 0), "nothing is written again");
    assert_eq!(folder.says(&["snap", "-q", "--check", "m"]), (String::new(), String::new(), 0));
    // Elsewhere and by another name of the folder it is the same; so it is with the line ends of another system.
    let text = folder.read("m/a.onnxtxt.shapes");
    let folder = folder.with("other/a.onnxtxt", GOOD).with("other/a.onnxtxt.shapes", text.replace('\n', "\r\n"));
    assert_eq!(folder.says(&["snap", "-q", "--check", "./other/../other"]).2, 0);
    let folder = folder.with("m/a.onnxtxt", GOOD.replace("{1}", "{-1}").replace("float[N,H,W] y", "float[N,3,H] y"));
    let (out, _, code) = folder.says(&["snap", "-q", "--check", "m"]);
    assert!(out.starts_with("m/a.onnxtxt.shapes differs (- the snapshot, + the model)\n@@ line "), "{out}");
    assert!(out.contains("-   out y f32[N,H,W]\n"), "{out}");
    assert!(out.contains("+   out y f32[N,3,H]\n") && !out.contains("relu Relu(x) -> r f32[N,3,H,W]\n-"), "{out}");
    assert_eq!(code, 1);
    assert_eq!(folder.read("m/a.onnxtxt.shapes"), text, "checking writes nothing");
}

#[test]
fn snapshots_of_pages_and_of_files_that_are_none() {
    let page = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/openvino/reduce-min-page.rst")).expect("a page");
    let folder =
        Folder::new("snap-page").with("page.rst", page).with("bad.onnx", "no model").with("good.onnxtxt", GOOD);
    let (out, _, code) = folder.says(&["snap", "-q", "page.rst", "bad.onnx", "good.onnxtxt"]);
    assert!(out.starts_with("wrote page.rst.shapes\nerror[FM"), "{out}");
    assert!(out.ends_with("wrote good.onnxtxt.shapes\n") && code == 1, "{out}");
    assert!(folder.read("page.rst.shapes").contains("\nexample/4\n"));
    assert!(!folder.0.join("bad.onnx.shapes").exists());
    assert_eq!(folder.says(&["snap", "-q", "--check", "page.rst", "bad.onnx"]).2, 1);
    assert_eq!(folder.says(&["snap", "-q", "--check", "page.rst", "good.onnxtxt"]).2, 0);
    assert_eq!(folder.says(&["snap", "-"]).2, 2);
    assert_eq!(folder.says(&["snap", "missing.onnx"]).2, 2);
    // Where no file can be written, that is said, and nothing is half written.
    fs::create_dir(folder.0.join("bad.shapes")).expect("a folder");
    let folder = folder.with("bad", GOOD);
    let (_, errors, code) = folder.says(&["snap", "-q", "bad"]);
    assert!(errors.contains("`bad.shapes` is no file") && code == 2, "{errors}");
}

/// Every command with its output on standard output, and what it prints there is never empty.
const COMMANDS: &[&[&str]] = &[
    &["op", "ReduceMin", "--in", "f32[2,3]"],
    &["completions", "bash"],
    &["man"],
    &["graph", "m.onnxtxt"],
    &["graph", "-f", "mermaid", "m.onnxtxt"],
    &["snap", "-q", "--check", "m.onnxtxt"],
];

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let folder = Folder::new("pipe").with("m.onnxtxt", chain(3_000));
    for arguments in COMMANDS {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = folder.command(arguments).stdout(writer).stderr(Stdio::piped()).output().expect("runs");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_exit_code_2() {
    let folder = Folder::new("full").with("m.onnxtxt", chain(3_000));
    for arguments in COMMANDS {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let output = folder.command(arguments).stdout(full).stderr(Stdio::piped()).output().expect("runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to standard output"), "{arguments:?}");
    }
    // A snapshot that cannot be written whole leaves nothing behind. A limit of the shell stands for the disk.
    let program = env!("CARGO_BIN_EXE_shapewright");
    let script = format!("trap '' XFSZ; ulimit -f 0; exec '{program}' snap m.onnxtxt");
    let output = Command::new("bash").args(["-c", &script]).current_dir(&folder.0).output().expect("bash");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("cannot write to `m.onnxtxt.shapes`"), "{errors}");
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1, "only the model");
}
