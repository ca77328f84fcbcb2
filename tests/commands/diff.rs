//! `diff`.

use serde_json::Value;

use crate::folder::Folder;
use crate::{GOOD, chain};

/// What differs between two models, a line each without the heading.
fn lines(folder: &Folder, before: &str, after: &str) -> Vec<String> {
    let (out, errors, code) = folder.says(&["diff", before, after]);
    assert_eq!((errors.as_str(), code), ("", i32::from(!out.is_empty())), "{out}");
    out.lines().skip(2).filter(|line| line.starts_with("  ")).map(|line| line.trim().to_owned()).collect()
}

/// What differs between GOOD and GOOD with something else in it.
fn change(replace: &[(&str, &str)]) -> Vec<String> {
    let changed = replace.iter().fold(GOOD.to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    });
    let name = format!("diff-{}", replace.iter().map(|(old, _)| old.len().to_string()).collect::<String>());
    let folder = Folder::new(&name).with("a.onnxtxt", GOOD).with("b.onnxtxt", changed);
    lines(&folder, "a.onnxtxt", "b.onnxtxt")
}

#[test]
fn equal_models_differ_in_nothing() {
    let folder = Folder::new("diff-equal").with("a.onnxtxt", GOOD).with("b.onnxtxt", GOOD.replace("  ", "\t"));
    assert_eq!(folder.says(&["diff", "a.onnxtxt", "b.onnxtxt"]), (String::new(), String::new(), 0));
    let (out, _, code) = folder.says(&["diff", "-f", "json", "a.onnxtxt", "b.onnxtxt"]);
    let report: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&report["differences"], code), (&serde_json::json!([]), 0));
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/");
    for path in ["onnx/functions.onnx", "onnx/loop.onnx", "onnx/sparse.onnx", "openvino/if.xml", "openvino/state.xml"] {
        let path = format!("{root}{path}");
        assert_eq!(folder.says(&["diff", &path, &path]), (String::new(), String::new(), 0), "{path}");
    }
}

#[test]
fn what_changed_is_told_and_nothing_else() {
    assert_eq!(
        change(&[("keepdims = 0", "keepdims = 1"), ("float[N,H,W] y", "float[N,K,H,W] y")]),
        [
            "~ rmin attribute keepdims: 0 -> 1",
            "~ rmin output 0: f32[N,H,W] -> f32[N,1,H,W]",
            "~ graph output y: f32[N,H,W] -> f32[N,1,H,W]",
        ]
    );
    assert_eq!(
        change(&[("{1}", "{2}"), ("float[N,H,W] y", "float[N,A,W] y")]),
        [
            "~ rmin constant 1: i64[1] {1} -> i64[1] {2}",
            "~ rmin output 0: f32[N,H,W] -> f32[N,3,W]",
            "~ graph output y: f32[N,H,W] -> f32[N,3,W]",
        ]
    );
    assert_eq!(change(&[("= Relu", "= Neg")]), ["~ relu operator: Relu -> Neg"]);
    assert_eq!(change(&[("[relu] r", "[other] r")]), ["~ relu name: relu -> other"]);
    assert_eq!(change(&[("\"\" : 18", "\"\" : 19")]), ["~ opset of ai.onnx: 18 -> 19"]);
    assert_eq!(change(&[("int64[1] a =", "int64[1] b ="), ("(r, a)", "(r, b)")]), Vec::<String>::new());
}

#[test]
fn nodes_are_matched_whatever_they_are_called() {
    // No name is the same, and one node is new.
    let renamed = GOOD
        .replace("[relu] r = Relu (x)", "[p] q = Neg (x) [s] t = Relu (q)")
        .replace("[rmin]", "[u]")
        .replace("(r, a)", "(t, a)");
    let folder = Folder::new("diff-renamed").with("a.onnxtxt", GOOD).with("b.onnxtxt", renamed);
    let told = lines(&folder, "a.onnxtxt", "b.onnxtxt");
    assert_eq!(told, ["~ relu name: relu -> s", "~ relu input 0: x -> q", "~ rmin name: rmin -> u", "+ p: Neg"]);
    // The other way round it is the same, the other way round.
    let back = lines(&folder, "b.onnxtxt", "a.onnxtxt");
    assert_eq!(back, ["- p: Neg", "~ s name: s -> relu", "~ s input 0: q -> x", "~ u name: u -> rmin"]);
}

#[test]
fn a_long_chain_of_equal_nodes_is_compared_in_time() {
    let unnamed = |text: String| {
        let lines = text.lines().map(|line| line.split_once("] ").map_or(line.to_owned(), |(_, rest)| rest.to_owned()));
        lines.collect::<Vec<_>>().join("\n")
    };
    let (before, after) = (unnamed(chain(20_000)), unnamed(chain(20_001)).replace('v', "w").replace("(w0)", "(v0)"));
    let after = after.replace(" w0)", " v0)");
    let folder = Folder::new("diff-chain").with("a.onnxtxt", before).with("b.onnxtxt", after);
    let start = std::time::Instant::now();
    let told = lines(&folder, "a.onnxtxt", "b.onnxtxt");
    assert!(told.len() < 10, "{told:?}");
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn bodies_are_compared_too() {
    let model = |op: &str| {
        format!(
            "<ir_version: 8, opset_import: [\"\" : 18]>\ng (bool c, float[2] x) => (float[2] y)\n{{\n  [if0] y = If (c) \
             <then_branch = t () => (float[2] a) {{ [n] a = {op} (x) }}, else_branch = e () => (float[2] b) {{ b = Neg (x) }}>\n}}\n"
        )
    };
    let folder = Folder::new("diff-bodies").with("a.onnxtxt", model("Relu")).with("b.onnxtxt", model("Abs"));
    let (out, ..) = folder.says(&["diff", "a.onnxtxt", "b.onnxtxt"]);
    assert_eq!(out, "--- a.onnxtxt\n+++ b.onnxtxt\nmain/if0/then_branch\n  ~ n operator: Relu -> Abs\n");
}

/// GOOD as a converter would write it: symbols are lost, names of tensors stand on the ports.
const CONVERTED: &str = r#"<net name="g" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="?,3,?,?" element_type="f32"/>
 <output><port id="0" precision="FP32" names="x"><dim>-1</dim><dim>3</dim><dim>-1</dim><dim>-1</dim></port></output></layer>
<layer id="1" name="relu" type="ReLU" version="opset1">
 <input><port id="0" precision="FP32"><dim>-1</dim><dim>3</dim><dim>-1</dim><dim>-1</dim></port></input>
 <output><port id="1" precision="FP32" names="r"><dim>-1</dim><dim>3</dim><dim>-1</dim><dim>-1</dim></port></output></layer>
<layer id="2" name="a" type="Parameter" version="opset1"><data shape="1" element_type="i64"/>
 <output><port id="0" precision="I64" names="a"><dim>1</dim></port></output></layer>
<layer id="3" name="anything" type="ReduceMin" version="opset1"><data keep_dims="false"/>
 <input><port id="0" precision="FP32"><dim>-1</dim><dim>3</dim><dim>-1</dim><dim>-1</dim></port><port id="1" precision="I64"><dim>1</dim></port></input>
 <output><port id="2" precision="FP32" names="y"><dim>-1</dim><dim>-1</dim><dim>-1</dim></port></output></layer>
<layer id="4" name="y/sink_port_0" type="Result" version="opset1"><input><port id="0" precision="FP32"><dim>-1</dim><dim>-1</dim><dim>-1</dim></port></input></layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="1" to-port="0"/><edge from-layer="1" from-port="1" to-layer="3" to-port="0"/>
<edge from-layer="2" from-port="0" to-layer="3" to-port="1"/><edge from-layer="3" from-port="2" to-layer="4" to-port="0"/>
</edges></net>
"#;

#[test]
fn what_a_conversion_changed_is_told() {
    let folder = Folder::new("diff-formats").with("a.onnxtxt", GOOD).with("b.xml", CONVERTED);
    let told = lines(&folder, "a.onnxtxt", "b.xml");
    assert_eq!(told[0], "~ graph input x: f32[N,3,H,W] -> f32[?,3,?,?]");
    assert_eq!(told[1], "+ graph input a: i64[1]");
    assert!(told.contains(&"~ relu output 0: f32[N,3,H,W] -> f32[?,3,?,?]".to_owned()), "{told:?}");
    assert!(told.contains(&"~ rmin input 1: i64[1] {1} -> a".to_owned()), "{told:?}");
    assert!(!told.iter().any(|line| line.contains("operator") || line.contains("attribute")), "{told:?}");
    // An initializer that a caller may override is a constant to a converter.
    let overridable = GOOD.replace("x) =>", "x, int64[1] a) =>");
    let folder = folder.with("c.onnxtxt", overridable);
    assert_eq!(lines(&folder, "c.onnxtxt", "b.xml"), told);
    let back = lines(&folder, "b.xml", "a.onnxtxt");
    assert_eq!(back.len(), told.len(), "{back:?}");
}

#[test]
fn diff_reads_json_streams_and_files_that_are_none() {
    let folder = Folder::new("diff-usage").with("a.onnxtxt", GOOD).with("b.onnxtxt", GOOD.replace("Relu", "Neg"));
    let folder = folder.with("none.onnx", "no model");
    let (out, _, code) = folder.says(&["diff", "-f", "json", "a.onnxtxt", "b.onnxtxt"]);
    let report: Value = serde_json::from_str(&out).expect("JSON");
    let expected = serde_json::json!([{"graph": "main", "node": "relu", "aspect": "operator", "detail": null,
        "before": "Relu", "after": "Neg"}]);
    assert_eq!((&report["differences"], &report["before"], code), (&expected, &"a.onnxtxt".into(), 1));
    assert_eq!(folder.says(&["diff", "--exit-zero", "a.onnxtxt", "b.onnxtxt"]).2, 0);
    let (out, errors, code) = folder.says(&["diff", "none.onnx", "a.onnxtxt"]);
    assert!(out.is_empty() && errors.contains("error[FM") && code == 1, "{errors}");
    assert_eq!(folder.says(&["diff", "--exit-zero", "none.onnx", "a.onnxtxt"]).2, 1);
    for arguments in [&["diff", "a.onnxtxt"][..], &["diff", "a.onnxtxt", "missing"], &["diff", "-", "-"]] {
        assert_eq!(folder.says(arguments).2, 2, "{arguments:?}");
    }
}

#[test]
fn models_are_compared_as_the_configuration_says() {
    let config = "model = [{ path = \"b.*\", bind = { N = 8 } }]";
    let folder = Folder::new("diff-config").with("a.onnxtxt", GOOD).with("b.onnxtxt", GOOD);
    let folder = folder.with("shapewright.toml", config);
    let (out, errors, code) = folder.says(&["diff", "a.onnxtxt", "b.onnxtxt"]);
    assert_eq!((errors.as_str(), code), ("", 1));
    assert!(out.contains("f32[N,H,W] -> f32[8,H,W]"), "{out}");
    assert_eq!(folder.says(&["diff", "a.onnxtxt", "b.onnxtxt", "--isolated"]), (String::new(), String::new(), 0));
    let folder = folder.with("shapewright.toml", "modell = []");
    let (out, errors, code) = folder.says(&["diff", "a.onnxtxt", "b.onnxtxt"]);
    assert!(out.is_empty() && errors.contains("did you mean `model`?") && code == 2, "{errors}");
}
