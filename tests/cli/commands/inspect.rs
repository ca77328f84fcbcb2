//! `inspect`: the screen, the JSON, and its exit codes.

use serde_json::Value;

use crate::folder::Folder;

const MODEL: &str = r#"<ir_version: 9, opset_import: ["" : 18], producer_name: "tool", producer_version: "1.2">
g (float[N,4] x) => (float[N,2] y)
<float[4,2] w = {1,2,3,4,5,6,7,8}>
{
  [dense] h = MatMul (x, w)
  [relu] y = Relu (h)
}
"#;

fn json(folder: &Folder, arguments: &[&str]) -> Value {
    serde_json::from_slice(&folder.run(arguments).stdout).expect("JSON")
}

#[test]
fn a_screen_has_every_figure() {
    let folder = Folder::new("inspect").with("m.onnxtxt", MODEL);
    let (out, errors, code) = folder.says(&["inspect", "m.onnxtxt", "--bind", "N=500"]);
    assert_eq!((errors.as_str(), code), ("", 0));
    // MatMul: 500 * 2 * 4 multiply-accumulates; it reads 2000 + 8 floats and writes 1000, and Relu moves 2000.
    let lines = [
        "m.onnxtxt  ONNX text, IR version 9, opset 18",
        "  producer    tool 1.2",
        "  input       x  f32[500,4]  8.00 kB",
        "  output      y  f32[500,2]  4.00 kB",
        "  parameters  8 elements, 32 B: f32 32 B in 1 tensor",
        "  nodes       2 of 2 operators",
        "  MACs        4.00 k",
        "  operations  1.00 k",
        "  moved       20.0 kB (20032)",
        "  peak        4.00 kB at `dense`",
        "  findings    nothing to report",
        "",
        "  operator  nodes    MACs  operations    moved",
        "  MatMul        1  4.00 k           -  12.0 kB",
        "  Relu          1       -      1.00 k  8.00 kB",
        "",
        "  heaviest node  operator    MACs  operations    moved",
        "  `dense`          MatMul  4.00 k           -  12.0 kB",
        "  `relu`             Relu       -      1.00 k  8.00 kB",
        "",
    ];
    assert_eq!(out, lines.join("\n") + "\n");
}

#[test]
fn json_has_expressions_until_symbols_are_bound() {
    let folder = Folder::new("inspect-json").with("m.onnxtxt", MODEL).with("n.onnxtxt", MODEL);
    let report = json(&folder, &["inspect", "-f", "json", "m.onnxtxt", "n.onnxtxt"]);
    let file = &report["files"][1];
    assert_eq!(
        (&file["path"], &file["status"], &file["opsets"][""][0]),
        (&"n.onnxtxt".into(), &"ok".into(), &18.into())
    );
    assert_eq!((&file["work"]["macs"], &file["work"]["bytes"]), (&"8*N".into(), &"40*N+32".into()));
    assert_eq!((&file["peak"]["bytes"], &file["peak"]["at"]["node"]), (&"8*N".into(), &"dense".into()));
    assert_eq!(file["inputs"][0]["shape"], serde_json::json!(["N", 4]));
    let bound = json(&folder, &["inspect", "-f", "jsonl", "--input-shape", "x:[3,4]", "m.onnxtxt"]);
    assert_eq!((&bound["work"]["macs"], &bound["peak"]["bytes"]), (&24.into(), &24.into()));
    let (_, errors, code) = folder.says(&["inspect", "--bind", "M=2", "m.onnxtxt"]);
    assert!(errors.contains("--bind names `M`, but no file has such a symbol") && code == 2, "{errors}");
}

#[test]
fn errors_are_shown_below_the_figures() {
    let wrong = MODEL.replace("Relu (h)", "Softmax <axis = 5> (h)");
    let folder = Folder::new("inspect-errors").with("m.onnxtxt", wrong).with("no.onnx", "not a model");
    let (out, _, code) = folder.says(&["inspect", "m.onnxtxt"]);
    assert!(out.contains("  findings    1 error\n") && out.contains("error[OP102]") && code == 1, "{out}");
    assert!(out.contains("  MACs        8*N\n"), "{out}");
    let (out, _, code) = folder.says(&["inspect", "no.onnx"]);
    assert!(out.starts_with("error[FM007]") && code == 1, "{out}");
    assert_eq!(folder.code(&["inspect", "none.onnx"]), Some(2));
    let report = json(&folder, &["inspect", "-f", "json", "no.onnx"]);
    assert_eq!((&report["files"][0]["status"], &report["files"][0]["nodes"]), (&"unreadable".into(), &0.into()));
}

#[test]
fn external_files_are_listed_and_not_read() {
    let text = MODEL.replace("w = {1,2,3,4,5,6,7,8}", "w = [\"location\": \"w.bin\", \"offset\": \"8\"]");
    let folder = Folder::new("inspect-external").with("m.onnxtxt", text).with("w.bin", [0u8; 40]);
    let files = |arguments: &[&str]| {
        let report = json(&folder, &[&["inspect", "-f", "jsonl", "m.onnxtxt"], arguments].concat());
        (report["external"].clone(), report["findings"]["errors"].clone(), report["work"]["macs"].clone())
    };
    let file = |bytes: Option<u64>, tensors, used| serde_json::json!([{"path": "w.bin", "bytes": bytes, "tensors": tensors, "tensor_bytes": used}]);
    assert_eq!(files(&[]), (file(Some(40), 1, 32), 0.into(), "8*N".into()));
    assert_eq!(files(&["--no-weights"]).0, file(None, 0, 0));
    std::fs::remove_file(folder.0.join("w.bin")).expect("a file");
    // A missing file is a warning: nothing here needs it.
    assert_eq!(files(&[]), (file(None, 0, 0), 0.into(), "8*N".into()));
}

/// The width of a column that is formatted has 16 bits.
#[test]
fn a_long_name_of_an_operator_is_cut_in_the_table() {
    let long = "R".repeat(70_000);
    let text = format!("<ir_version: 9, opset_import: [\"\" : 18]> g (float[4] x) => (y) {{ y = {long} (x) }}");
    let folder = Folder::new("inspect-long").with("m.onnxtxt", &text);
    let (out, errors, code) = folder.says(&["inspect", "m.onnxtxt"]);
    assert_eq!(code, 1, "{errors}");
    let row = format!("  {}…", "R".repeat(79));
    assert!(out.lines().any(|line| line.starts_with(&row)), "{out}");
}

#[test]
fn many_operators_without_a_formula_are_counted_after_the_first() {
    let nodes: String = (0..14).map(|i| format!("  v{i} = own.O{i:02} (x)\n")).collect();
    let text = format!("<ir_version: 9, opset_import: [\"own\" : 1]>\ng (float[4] x) => (float[4] v0) {{\n{nodes}}}\n");
    let folder = Folder::new("inspect-many").with("m.onnxtxt", &text);
    let (out, _, _) = folder.says(&["inspect", "m.onnxtxt"]);
    let mut lines = out.lines().skip_while(|line| !line.trim_start().starts_with("not counted"));
    let first = lines.next().expect("a line");
    assert!(first.contains("own.O00 (1)") && first.ends_with("own.O11 (1)"), "{first}");
    assert_eq!(lines.next().map(str::trim), Some("and 2 more operators"), "{out}");
}
