//! `diff`.

use serde_json::Value;

use super::{GOOD, chain};
use crate::folder::Folder;

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
fn equal_models_have_no_differences() {
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
fn only_changes_are_reported() {
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
fn renamed_nodes_are_matched() {
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
fn long_chain_of_equal_nodes_is_compared() {
    let unnamed = |text: String| {
        let rest = |line: &str| {
            line.strip_prefix("  [").and_then(|node| node.split_once("] ")).map(|(_, rest)| rest.to_owned())
        };
        let lines = text.lines().map(|line| rest(line).unwrap_or_else(|| line.to_owned()));
        lines.collect::<Vec<_>>().join("\n")
    };
    let (before, after) = (unnamed(chain(20_000)), unnamed(chain(20_001)));
    let after = after.replace("\nv", "\nw").replace("(v", "(w").replace("(w0)", "(v0)");
    let folder = Folder::new("diff-chain").with("a.onnxtxt", before).with("b.onnxtxt", after);
    let told = lines(&folder, "a.onnxtxt", "b.onnxtxt");
    assert!(told.len() < 10, "{told:?}");
}

#[test]
fn bodies_are_compared() {
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

/// GOOD as a converter would write it: symbols are lost, and tensor names are on the ports.
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
fn changes_by_a_conversion_are_reported() {
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

/// A layer of IR with inputs of these shapes and one output, whose tensor is called as the layer.
fn layer((id, name, op): (usize, &str, &str), data: &str, inputs: &[&str], output: &str) -> String {
    let dims = |shape: &str| -> String {
        shape.split(',').filter(|size| !size.is_empty()).map(|size| format!("<dim>{size}</dim>")).collect()
    };
    let port = |(at, shape): (usize, &&str)| format!("<port id=\"{at}\">{}</port>", dims(shape));
    let inputs: String = inputs.iter().enumerate().map(port).collect();
    format!(
        "<layer id=\"{id}\" name=\"{name}\" type=\"{op}\" version=\"opset{}\"><data {data}/><input>{inputs}</input>\
         <output><port id=\"9\" precision=\"FP32\" names=\"{name}\">{}</port></output></layer>",
        if op == "Softmax" { 8 } else { 1 },
        dims(output)
    )
}

/// A model of IR with these layers between its input `x` and its output `y`. An edge is two layers and a port.
fn net(shape: &str, layers: &[String], edges: &[(usize, usize, usize)]) -> String {
    let x = layer((0, "x", "Parameter"), &format!("shape=\"{shape}\" element_type=\"f32\""), &[], shape);
    let edge = |&(from, to, port): &(usize, usize, usize)| {
        format!("<edge from-layer=\"{from}\" from-port=\"9\" to-layer=\"{to}\" to-port=\"{port}\"/>")
    };
    let result =
        "<layer id=\"8\" name=\"y/sink\" type=\"Result\" version=\"opset1\"><input><port id=\"0\"/></input></layer>";
    let edges: String = edges.iter().map(edge).collect();
    let x = x.replace("<input></input>", "");
    format!(
        "<net name=\"g\" version=\"11\"><layers>{x}{}{result}</layers><edges>{edges}</edges></net>",
        layers.concat()
    )
    .replace("<data />", "")
    .replace("<input></input>", "")
}

/// The differences between an ONNX text and an IR model with these weights.
fn across(name: &str, onnx: &str, ir: &str, weights: &[f32]) -> Vec<String> {
    let bytes: Vec<u8> = weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
    let folder = Folder::new(&format!("diff-across-{name}")).with("a.onnxtxt", onnx).with("b.xml", ir);
    let folder = folder.with("b.bin", bytes);
    let there = lines(&folder, "a.onnxtxt", "b.xml");
    assert_eq!(lines(&folder, "b.xml", "a.onnxtxt").len(), there.len(), "{name}: the other way round");
    there
}

const HEAD: &str = "<ir_version: 8, opset_import: [\"\" : 13]>\n";

#[test]
fn attributes_are_compared_across_formats() {
    let onnx = format!("{HEAD}g (float[2,3,3] x) => (float[2,3,3] y) {{ [s] y = Softmax <axis = AXIS> (x) }}");
    let softmax = layer((1, "y", "Softmax"), "axis=\"2\"", &["2,3,3"], "2,3,3");
    let ir = net("2,3,3", &[softmax], &[(0, 1, 0), (1, 8, 0)]);
    assert_eq!(across("axis", &onnx.replace("AXIS", "1"), &ir, &[]), ["~ s attribute axis: 1 -> 2"]);
    for same in ["2", "-1"] {
        assert_eq!(across("same-axis", &onnx.replace("AXIS", same), &ir, &[]), Vec::<String>::new());
    }
}

/// A convolution of two channels with a bias, as ONNX.
const CONVOLUTION: &str = "g (float[1,2,5,5] x) => (float[1,2,5,5] y)
  <float[2,2,1,1] w = {1, 2, 3, 4}, float[2] b = {5, 6}> { [c] y = Conv (x, w, b) }";

#[test]
fn bias_matches_a_separate_layer_in_ir() {
    let window = "strides=\"1,1\" dilations=\"1,1\" pads_begin=\"0,0\" pads_end=\"0,0\" auto_pad=\"explicit\"";
    let constant = |id, name, offset: usize, shape: &str, size: usize| {
        let data = format!("element_type=\"f32\" shape=\"{shape}\" offset=\"{offset}\" size=\"{size}\"");
        layer((id, name, "Const"), &data, &[], shape)
    };
    let image = "1,2,5,5";
    let layers = [
        constant(1, "w", 0, "2,2,1,1", 16),
        layer((2, "c/WithoutBiases", "Convolution"), window, &[image, "2,2,1,1"], image),
        constant(3, "b", 16, "1,2,1,1", 8),
        layer((4, "y", "Add"), "auto_broadcast=\"numpy\"", &[image, "1,2,1,1"], image),
    ];
    let ir = net(image, &layers, &[(0, 2, 0), (1, 2, 1), (2, 4, 0), (3, 4, 1), (4, 8, 0)]);
    let onnx = format!("{HEAD}{CONVOLUTION}");
    let told = |name: &str, ir: &str, weights: [f32; 6]| across(name, &onnx, ir, &weights);
    assert_eq!(told("faithful", &ir, [1., 2., 3., 4., 5., 6.]), Vec::<String>::new());
    assert_eq!(
        told("weights", &ir, [1., 2., 3., 7., 5., 6.]),
        ["~ c constant 1: f32[2,2,1,1] {1,2,3,4} -> f32[2,2,1,1] {1,2,3,7}"]
    );
    assert_eq!(told("bias", &ir, [1., 2., 3., 4., 5., 7.]), ["~ c constant 2: f32[2] {5,6} -> f32[1,2,1,1] {5,7}"]);
    let dilated = ir.replace("dilations=\"1,1\"", "dilations=\"2,2\"");
    let dilated = told("dilations", &dilated, [1., 2., 3., 4., 5., 6.]);
    assert_eq!(dilated.len(), 1, "{dilated:?}");
    assert!(dilated[0].starts_with("+ c attribute dilations: 2,2"), "{dilated:?}");
}

#[test]
fn additional_axis_of_a_depthwise_filter_is_not_a_transposition() {
    let window = "strides=\"1,1\" dilations=\"1,1\" pads_begin=\"0,0\" pads_end=\"0,0\" auto_pad=\"explicit\"";
    let data = "element_type=\"f32\" shape=\"2,1,1,1,1\" offset=\"0\" size=\"8\"";
    let layers = [
        layer((1, "w", "Const"), data, &[], "2,1,1,1,1"),
        layer((2, "y", "GroupConvolution"), window, &["1,2,5,5", "2,1,1,1,1"], "1,2,5,5"),
    ];
    let ir = net("1,2,5,5", &layers, &[(0, 2, 0), (1, 2, 1), (2, 8, 0)]);
    let onnx = format!(
        "{HEAD}g (float[1,2,5,5] x) => (float[1,2,5,5] y) <float[2,1,1,1] w = {{1, 2}}> {{ [c] y = Conv <group = 2> (x, w) }}"
    );
    assert_eq!(across("depthwise", &onnx, &ir, &[1., 2.]), Vec::<String>::new());
}

#[test]
fn transposed_matrix_matches_if_the_multiplication_transposes_it() {
    let onnx = format!(
        "{HEAD}g (float[2,3] x) => (float[2,2] y) <float[3,2] w = {{1, 2, 3, 4, 5, 6}}> {{ [m] y = MatMul (x, w) }}"
    );
    let weights = layer((1, "w", "Const"), "element_type=\"f32\" shape=\"2,3\" offset=\"0\" size=\"24\"", &[], "2,3");
    let product = layer((2, "y", "MatMul"), "transpose_a=\"false\" transpose_b=\"true\"", &["2,3", "2,3"], "2,2");
    let ir = net("2,3", &[weights, product], &[(0, 2, 0), (1, 2, 1), (2, 8, 0)]);
    assert_eq!(across("matrix", &onnx, &ir, &[1., 3., 5., 2., 4., 6.]), Vec::<String>::new());
    let told = across("other-matrix", &onnx, &ir, &[1., 3., 5., 2., 4., 7.]);
    assert_eq!(told, ["~ m constant 1: f32[3,2] {1,2,3,4,5,6} -> f32[2,3] {1,3,5,2,4,7}"]);
}

#[test]
fn bodies_are_matched_by_role() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/openvino/if.xml");
    let onnx = "<ir_version: 8, opset_import: [\"\" : 18]>
g (bool flag, float[2,3] x) => (float[2,3] y) {
  [choose] y = If (flag) <then_branch = t () => (float[2,3] a) { a = Relu (x) }, else_branch = e () => (float[2,3] b) { b = Relu (x) }>
}";
    let folder = Folder::new("diff-across-bodies").with("a.onnxtxt", onnx);
    let (out, ..) = folder.says(&["diff", "a.onnxtxt", root]);
    assert!(!out.contains("- graph: ") && !out.contains("+ graph: "), "{out}");
}

/// A TensorIterator over the rows of `x`, with an If in its body.
const ITERATED: &str = r#"<net name="g" version="11"><layers>
<layer id="0" name="c" type="Parameter" version="opset1"><data shape="" element_type="boolean"/><output><port id="0" precision="BOOL" names="c"/></output></layer>
<layer id="1" name="x" type="Parameter" version="opset1"><data shape="3,2" element_type="f32"/><output><port id="0" precision="FP32" names="x"><dim>3</dim><dim>2</dim></port></output></layer>
<layer id="2" name="rows" type="TensorIterator" version="opset1">
 <port_map><input axis="0" external_port_id="1" internal_layer_id="0" start="0" end="-1" stride="1" part_size="1"/><input external_port_id="0" internal_layer_id="1"/>
 <output axis="0" external_port_id="2" internal_layer_id="3" start="0" end="-1" stride="1" part_size="1"/></port_map>
 <input><port id="0" precision="BOOL"/><port id="1" precision="FP32"><dim>3</dim><dim>2</dim></port></input>
 <output><port id="2" precision="FP32" names="all"><dim>3</dim><dim>2</dim></port></output>
 <body><layers>
 <layer id="0" name="s" type="Parameter" version="opset1"><data shape="1,2" element_type="f32"/><output><port id="0" precision="FP32" names="s"><dim>1</dim><dim>2</dim></port></output></layer>
 <layer id="1" name="k" type="Parameter" version="opset1"><data shape="" element_type="boolean"/><output><port id="0" precision="BOOL"/></output></layer>
 <layer id="2" name="choose" type="If" version="opset8">
  <then_port_map><input external_port_id="1" internal_layer_id="0"/><output external_port_id="2" internal_layer_id="2"/></then_port_map>
  <else_port_map><input external_port_id="1" internal_layer_id="0"/><output external_port_id="2" internal_layer_id="2"/></else_port_map>
  <input><port id="0" precision="BOOL"/><port id="1" precision="FP32"><dim>1</dim><dim>2</dim></port></input>
  <output><port id="2" precision="FP32" names="o"><dim>1</dim><dim>2</dim></port></output>
  <then_body>BODY</then_body><else_body>BODY</else_body></layer>
 <layer id="3" name="o/sink" type="Result" version="opset1"><input><port id="0" precision="FP32"><dim>1</dim><dim>2</dim></port></input></layer>
 </layers><edges><edge from-layer="1" from-port="0" to-layer="2" to-port="0"/><edge from-layer="0" from-port="0" to-layer="2" to-port="1"/><edge from-layer="2" from-port="2" to-layer="3" to-port="0"/></edges></body></layer>
<layer id="3" name="all/sink" type="Result" version="opset1"><input><port id="0" precision="FP32"><dim>3</dim><dim>2</dim></port></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="2" to-port="0"/><edge from-layer="1" from-port="0" to-layer="2" to-port="1"/><edge from-layer="2" from-port="2" to-layer="3" to-port="0"/></edges></net>
"#;

const BRANCH: &str = r#"<layers>
<layer id="0" name="p" type="Parameter" version="opset1"><data shape="1,2" element_type="f32"/><output><port id="0" precision="FP32"><dim>1</dim><dim>2</dim></port></output></layer>
<layer id="1" name="a" type="ReLU" version="opset1"><input><port id="0" precision="FP32"><dim>1</dim><dim>2</dim></port></input><output><port id="1" precision="FP32" names="a"><dim>1</dim><dim>2</dim></port></output></layer>
<layer id="2" name="a/sink" type="Result" version="opset1"><input><port id="0" precision="FP32"><dim>1</dim><dim>2</dim></port></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/><edge from-layer="1" from-port="1" to-layer="2" to-port="0"/></edges>"#;

#[test]
fn nested_bodies_are_compared_across_formats() {
    let onnx = |op: &str| {
        format!(
            "{HEAD}g (bool c, float[3,2] x) => (float[3,2] all) {{\n  [rows] all = Scan <num_scan_inputs = 1, body = b (float[2] s) => \
             (float[2] o) {{\n    [choose] o = If (c) <then_branch = t () => (float[2] a) {{ [n] a = {op} (s) }}, else_branch = e () => \
             (float[2] b) {{ [m] b = Relu (s) }}> }}> (x)\n}}\n"
        )
    };
    let folder = Folder::new("diff-nested").with("b.xml", ITERATED.replace("BODY", BRANCH));
    for (op, expected) in [("Abs", Some("  ~ n operator: Abs -> Relu-1")), ("Relu", None)] {
        folder.write("a.onnxtxt", onnx(op));
        let (out, errors, _) = folder.says(&["diff", "a.onnxtxt", "b.xml"]);
        let (_, branch) = out.split_once("main/rows/body/choose/then_branch\n").expect("what differs in the branch");
        let told = branch.lines().take_while(|line| line.starts_with(' ')).find(|line| line.contains("operator"));
        assert_eq!(told, expected, "{out}");
        // A Scan is what a TensorIterator is. What the port map says otherwise is not compared, and that is said.
        assert!(!out.contains("TensorIterator"), "{out}");
        assert!(errors.contains("not compared across formats: Scan num_scan_inputs (1 node)\n"), "{errors}");
    }
}

#[test]
fn attributes_that_are_not_compared_are_listed() {
    let onnx = format!("{HEAD}g (float[2,3,3] x) => (float[2,3,3] y) {{ [s] y = Softmax <axis = 2> (x) }}");
    let softmax = layer((1, "y", "Softmax"), "axis=\"2\" odd=\"3\"", &["2,3,3"], "2,3,3");
    let ir = net("2,3,3", &[softmax], &[(0, 1, 0), (1, 8, 0)]);
    let folder = Folder::new("diff-open").with("a.onnxtxt", onnx).with("b.xml", ir);
    let (out, errors, code) = folder.says(&["diff", "a.onnxtxt", "b.xml"]);
    assert_eq!((out.as_str(), errors.as_str(), code), ("", "not compared across formats: Softmax odd (1 node)\n", 0));
    let (out, _, code) = folder.says(&["diff", "-f", "json", "a.onnxtxt", "b.xml"]);
    let report: Value = serde_json::from_str(&out).expect("JSON");
    let expected = serde_json::json!([{"operator": "Softmax", "attribute": "odd", "nodes": 1}]);
    assert_eq!((&report["not_compared"], &report["differences"], code), (&expected, &serde_json::json!([]), 0));
}

#[test]
fn diff_of_json_streams_and_unreadable_files() {
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
    // A script tells it from models that differ.
    let (out, errors, code) = folder.says(&["diff", "-f", "json", "none.onnx", "a.onnxtxt"]);
    let report: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&report["differences"], &report["unreadable"][0]["path"]), (&Value::Null, &"none.onnx".into()));
    assert_eq!((errors.as_str(), code), ("", 1));
    for arguments in [&["diff", "a.onnxtxt"][..], &["diff", "a.onnxtxt", "missing"], &["diff", "-", "-"]] {
        assert_eq!(folder.says(arguments).2, 2, "{arguments:?}");
    }
}

#[test]
fn name_in_neither_model_is_reported() {
    let folder = Folder::new("diff-names").with("a.onnxtxt", GOOD).with("b.onnxtxt", GOOD.replace('N', "M"));
    for (arguments, why) in [
        (["--bind", "Q=1"], "--bind names `Q`, but no file has such a symbol"),
        (["--input-shape", "nope:[2,3]"], "--input-shape names `nope`, but no file has such an input"),
    ] {
        let (out, errors, code) = folder.says(&[&["diff", "a.onnxtxt", "b.onnxtxt"], &arguments[..]].concat());
        assert!(errors.contains(why), "{errors}");
        assert_eq!((out.as_str(), code), ("", 2));
    }
    assert_eq!(folder.says(&["diff", "a.onnxtxt", "b.onnxtxt", "--bind", "M=1", "--bind", "N=1"]).2, 0);
}

#[test]
fn diff_uses_the_configuration() {
    let config = "model = [{ path = \"b.*\", bind = { N = 8 } }]";
    let folder = Folder::new("diff-config").with("a.onnxtxt", GOOD).with("b.onnxtxt", GOOD);
    let folder = folder.with("shapewright.toml", config);
    // What is said of one holds for both, unless it is said otherwise of the other.
    assert_eq!(folder.says(&["diff", "a.onnxtxt", "b.onnxtxt"]), (String::new(), String::new(), 0));
    assert_eq!(folder.says(&["diff", "a.onnxtxt", "b.onnxtxt", "--isolated"]), (String::new(), String::new(), 0));
    let both = "model = [{ path = \"a.*\", bind = { N = 4 } }, { path = \"b.*\", bind = { N = 8 } }]";
    let folder = folder.with("shapewright.toml", both);
    let (out, errors, code) = folder.says(&["diff", "a.onnxtxt", "b.onnxtxt"]);
    assert_eq!((errors.as_str(), code), ("", 1));
    assert!(out.contains("f32[4,H,W] -> f32[8,H,W]"), "{out}");
    assert_eq!(folder.says(&["diff", "a.onnxtxt", "b.onnxtxt", "--bind", "N=2"]).2, 0, "the command line comes first");
    let folder = folder.with("shapewright.toml", config).with("b.onnxtxt", GOOD.replace('N', "M"));
    let (out, errors, _) = folder.says(&["diff", "a.onnxtxt", "b.onnxtxt"]);
    assert_eq!(errors, "note: N = 8 is bound in `a.onnxtxt` only: `b.onnxtxt` has no such symbol\n", "{out}");
    let (out, _, code) = folder.says(&["diff", "-q", "a.onnxtxt", "b.onnxtxt", "--bind", "M=8"]);
    assert_eq!((out.contains("->"), code), (false, 0), "{out}");
    let folder = folder.with("shapewright.toml", "modell = []");
    let (out, errors, code) = folder.says(&["diff", "a.onnxtxt", "b.onnxtxt"]);
    assert!(out.is_empty() && errors.contains("did you mean `model`?") && code == 2, "{errors}");
}
