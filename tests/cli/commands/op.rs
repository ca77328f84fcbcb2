//! `op`.

use serde_json::Value;

use crate::folder::Folder;

/// Asks `op` these words.
fn op(words: &str) -> (String, String, i32) {
    // Nothing is read or written, so all may have one folder.
    Folder(env!("CARGO_TARGET_TMPDIR").into())
        .says(&[&["op"], words.split(' ').collect::<Vec<_>>().as_slice()].concat())
}

/// The type of the last output.
fn output(words: &str) -> String {
    let (out, errors, _) = op(words);
    let line = out.lines().rfind(|line| line.trim_start().starts_with("out ")).unwrap_or(&errors).to_owned();
    line.split_whitespace().nth(2).unwrap_or_default().to_owned()
}

#[test]
fn op_infers_a_single_operator() {
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
fn op_reports_findings_and_sets_the_exit_code() {
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
fn op_accepts_sequences_and_optionals() {
    assert_eq!(output("SequenceAt --in seq(f32[N,2]) --in i64[]={1}"), "f32[N,2]");
    assert_eq!(output("SequenceAt --input_sequence seq(f32[2]) --position 1"), "f32[2]");
    assert_eq!(output("OptionalGetElement --in optional(f32[N])"), "f32[N]");
    assert_eq!(output("SequenceLength --in seq(f32)"), "i64[]");
    let (out, _, code) = op("SequenceLength --in f32[2]");
    assert!(out.contains("error[") && code == 1, "{out}");
}

#[test]
fn op_findings_name_no_file() {
    for words in [
        "Concat --in f32[2,3] --in f32[2,3] --axis 1 --axis 0",
        "Split --in f32[7] --num_outputs 3",
        "MatMul --dialect openvino --in f32[3,4] --in f32[5,4]",
        "Concat --dialect openvino --in f32[2,3] --axis x",
    ] {
        let (out, _, code) = op(words);
        assert!(out.contains("error[") && code == 1, "{words}: {out}");
        for ours in ["file bytes", "of graph", ":1:1"] {
            assert!(!out.contains(ours), "{words}: {out}");
        }
        let (out, ..) = op(&format!("{words} -f json"));
        let report: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(report["diagnostics"][0]["location"]["bytes"], Value::Null, "{words}");
    }
    let (out, ..) = op("MatMul --dialect openvino --in f32[3,4] --in f32[5,4]");
    assert!(out.contains("note: `b`: [5,4]") && out.contains("note: `a`: [3,4]"), "{out}");
}

#[test]
fn invalid_op_query_is_a_usage_error() {
    for (words, complaint) in [
        ("ReduceMni", "did you mean `ReduceMin`?"),
        ("FastGelu", "--domain com.microsoft has one"),
        ("ReduceMin --keepdim 0", "did you mean `keepdims`?"),
        ("ReduceMin --quite_unlike_anything 0", "`shapewright explain ReduceMin` lists them"),
        ("ReduceMin --keepdims yes", "--keepdims: `yes` is not an integer"),
        ("ReduceMin --keepdims", "expected --keepdims VALUE"),
        ("ReduceMin --in f32", "no shape"),
        ("ReduceMin --in i64={1}", "write `i64[]={1}` for a scalar"),
        ("SequenceAt --in seq(f32[2]", "write it as `seq(f32[2])`"),
        ("SequenceAt --in seq(float)", "`float` is not an element type"),
        ("ReduceMin --in i64[2]={1}", "the length is 1; expected 2"),
        ("ReduceMin --in f32[2] --in i64[1]={0} --axes 0", "set twice"),
        ("ReduceMin --opset 1000", "ONNX has no operator set 1000"),
        ("If --then_branch x", "cannot be set on the command line"),
        ("ReduceMin --dialect tensorflow", "invalid value"),
    ] {
        let (out, errors, code) = op(words);
        assert!(errors.contains(complaint), "{words}: {errors}");
        assert_eq!((out.as_str(), code), ("", 2), "{words}");
    }
}
