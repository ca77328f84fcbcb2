//! One fault in the structure of an IR file is one finding, at the element that is wrong, and its help repairs the file.

use shapewright::graph::Model;
use shapewright::{AnalysisOptions, Level, ReadOptions, Source, analyze};

/// Sums the slices of `x`, starting from `s`.
const ITERATOR: &str = r#"<net name="m" version="11">
<layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="4,3" element_type="f32"/>
  <output><port id="0" precision="FP32"><dim>4</dim><dim>3</dim></port></output></layer>
<layer id="1" name="s" type="Parameter" version="opset1"><data shape="1,3" element_type="f32"/>
  <output><port id="0" precision="FP32"><dim>1</dim><dim>3</dim></port></output></layer>
<layer id="2" name="iterator" type="TensorIterator" version="opset1">
  <input><port id="0"/><port id="1"/></input>
  <output><port id="2" precision="FP32"><dim>4</dim><dim>3</dim></port>
    <port id="3" precision="FP32"><dim>1</dim><dim>3</dim></port></output>
  <port_map>
    <input external_port_id="0" internal_layer_id="0" axis="0"/>
    <input external_port_id="1" internal_layer_id="1"/>
    <output external_port_id="2" internal_layer_id="3" axis="0"/>
    <output external_port_id="3" internal_layer_id="4"/>
  </port_map>
  <back_edges><edge from-layer="4" to-layer="1"/></back_edges>
  <body><layers>
    <layer id="0" name="part" type="Parameter" version="opset1"><data shape="1,3" element_type="f32"/>
      <output><port id="0" precision="FP32"><dim>1</dim><dim>3</dim></port></output></layer>
    <layer id="1" name="state" type="Parameter" version="opset1"><data shape="1,3" element_type="f32"/>
      <output><port id="0" precision="FP32"><dim>1</dim><dim>3</dim></port></output></layer>
    <layer id="2" name="sum" type="Add" version="opset1">
      <input><port id="0"/><port id="1"/></input>
      <output><port id="2" precision="FP32"><dim>1</dim><dim>3</dim></port></output></layer>
    <layer id="3" name="all" type="Result" version="opset1"><input><port id="0"/></input></layer>
    <layer id="4" name="next" type="Result" version="opset1"><input><port id="0"/></input></layer>
  </layers><edges>
    <edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
    <edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
    <edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>
    <edge from-layer="2" from-port="2" to-layer="4" to-port="0"/>
  </edges></body>
</layer>
<layer id="3" name="r" type="Result" version="opset1"><input><port id="0"/></input></layer>
<layer id="4" name="r2" type="Result" version="opset1"><input><port id="0"/></input></layer>
</layers>
<edges>
<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
<edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>
<edge from-layer="2" from-port="3" to-layer="4" to-port="0"/>
</edges>
</net>
"#;

/// A constant is added to `x`, and the k largest elements are taken.
const PLAIN: &str = r#"<net name="m" version="11">
<layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="2,3" element_type="f32"/>
  <output><port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port></output></layer>
<layer id="1" name="w" type="Const" version="opset1"><data element_type="f32" shape="3" offset="0" size="12"/>
  <output><port id="0" precision="FP32"><dim>3</dim></port></output></layer>
<layer id="2" name="add" type="Add" version="opset1"><input><port id="0"/><port id="1"/></input>
  <output><port id="2" precision="FP32"><dim>2</dim><dim>3</dim></port></output></layer>
<layer id="3" name="k" type="Const" version="opset1"><data element_type="i64" shape="" offset="12" size="8"/>
  <output><port id="0" precision="I64"/></output></layer>
<layer id="4" name="top" type="TopK" version="opset11">
  <data axis="1" mode="max" sort="value" index_element_type="i32"/><input><port id="0"/><port id="1"/></input>
  <output><port id="2" precision="FP32"><dim>2</dim><dim>1</dim></port>
    <port id="3" precision="I32"><dim>2</dim><dim>1</dim></port></output></layer>
<layer id="5" name="y" type="Result" version="opset1"><input><port id="0"/></input></layer>
</layers>
<edges>
<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
<edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="4" to-port="0"/>
<edge from-layer="3" from-port="0" to-layer="4" to-port="1"/>
<edge from-layer="4" from-port="2" to-layer="5" to-port="0"/>
</edges>
</net>
"#;

/// An old model in f16, whose ports record f32.
const RECORDED: &str = r#"<net name="m" version="10">
<layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="2,3" element_type="f16"/>
  <output><port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port></output></layer>
<layer id="1" name="z" type="Parameter" version="opset1"><data shape="2,3" element_type="f16"/>
  <output><port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port></output></layer>
<layer id="2" name="relu" type="ReLU" version="opset1"><input><port id="0"/></input>
  <output><port id="1" precision="FP32"><dim>2</dim><dim>3</dim></port></output></layer>
<layer id="3" name="add" type="Add" version="opset1"><input><port id="0"/><port id="1"/></input>
  <output><port id="2" precision="FP32"><dim>2</dim><dim>3</dim></port></output></layer>
<layer id="4" name="r" type="Result" version="opset1"><input><port id="0"/></input></layer>
</layers>
<edges>
<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
<edge from-layer="1" from-port="0" to-layer="3" to-port="0"/>
<edge from-layer="2" from-port="1" to-layer="3" to-port="1"/>
<edge from-layer="3" from-port="2" to-layer="4" to-port="0"/>
</edges>
</net>
"#;

/// Errors and warnings as `level code node: message`, and their help.
fn found(text: &str) -> Vec<(String, String)> {
    let weights: Vec<u8> = [[0; 12].as_slice(), &1i64.to_le_bytes()].concat();
    let source = Source::from_bytes("m.xml", text.as_bytes().to_vec());
    let model = Model::read_with_weights(source, weights, &ReadOptions::default());
    let analysis = analyze(&model, &AnalysisOptions::default());
    let shown = analysis.findings.iter().filter(|finding| finding.level >= Level::Warning);
    let node = |node| model.name(model.node(node).name);
    let line = |f: &shapewright::Diagnostic| {
        format!("{} {} {}: {}", f.level, f.rule.code(), f.place.node.map_or("-", node), f.message)
    };
    shown.map(|finding| (line(finding), finding.help.join("; "))).collect()
}

/// The one finding of a model with one edit.
#[track_caller]
fn one(model: &str, from: &str, to: &str, finding: &str, help: &str) {
    assert!(model.contains(from), "{from}");
    let found = found(&model.replacen(from, to, 1));
    let found: Vec<(&str, &str)> = found.iter().map(|(line, help)| (line.as_str(), help.as_str())).collect();
    assert_eq!(found, [(finding, help)], "{from} -> {to}");
}

#[test]
fn the_models_are_valid() {
    assert_eq!(found(ITERATOR), []);
    assert_eq!(found(PLAIN), []);
}

#[test]
fn a_port_map_names_what_exists() {
    one(
        ITERATOR,
        "<input external_port_id=\"0\"",
        "<input external_port_id=\"99\"",
        "error OP204 iterator: `external_port_id=\"99\"`, but the layer has 2 inputs",
        "set `external_port_id` to 0, an input of the layer that no entry uses",
    );
    one(
        ITERATOR,
        "<input external_port_id=\"1\" ",
        "<input external_port_id=\"7\" ",
        "error OP204 iterator: `external_port_id=\"7\"`, but the layer has 2 inputs",
        "set `external_port_id` to 1, an input of the layer that no entry uses",
    );
    one(
        ITERATOR,
        "external_port_id=\"1\" internal_layer_id=\"1\"",
        "external_port_id=\"1\" internal_layer_id=\"9\"",
        "error OP204 iterator: the body has no Parameter layer with the id 9",
        "set `internal_layer_id` to 1 `state`, a Parameter of the body that no entry uses",
    );
    one(
        ITERATOR,
        "<edge from-layer=\"4\" to-layer=\"1\"/>",
        "<edge from-layer=\"9\" to-layer=\"1\"/>",
        "error OP204 iterator: the body has no Result layer with the id 9",
        "set `from-layer` to a Result of the body: 3 `all`, 4 `next`",
    );
}

/// OpenVINO only sorts the outputs by these ids, so the file is read, with the outputs in another order.
#[test]
fn an_output_of_a_port_map_names_a_port() {
    one(
        ITERATOR,
        "<output external_port_id=\"2\"",
        "<output external_port_id=\"9\"",
        "warning OP204 iterator: `external_port_id=\"9\"`, but the output ports of the layer are 2, 3",
        "set `external_port_id` to 2, an output port of the layer that no entry uses",
    );
    let counted = ITERATOR.replace("<output external_port_id=\"2\"", "<output external_port_id=\"0\"");
    assert_eq!(found(&counted.replace("<output external_port_id=\"3\"", "<output external_port_id=\"1\"")), []);
}

#[test]
fn what_is_missing_is_missing_once() {
    let body = &ITERATOR[ITERATOR.find("<body>").expect("there")..ITERATOR.find("</body>").expect("there") + 7];
    one(
        ITERATOR,
        body,
        "",
        "error OP204 iterator: the layer has a `<port_map>`, but no `<body>` for it",
        "add the `<body>`",
    );
    one(
        PLAIN,
        "<data shape=\"2,3\" element_type=\"f32\"/>",
        "",
        "error OP109 x: the Parameter layer has no `<data>`",
        "add `<data shape=\"...\" element_type=\"...\"/>`",
    );
    one(
        PLAIN,
        "<data axis=\"1\" mode=\"max\" sort=\"value\" index_element_type=\"i32\"/>",
        "",
        "error OP109 top: TopK-11 needs the attributes `axis`, `mode` and `sort`",
        "add `axis`, `mode` and `sort`",
    );
    one(
        PLAIN,
        "<output><port id=\"2\" precision=\"FP32\"><dim>2</dim><dim>3</dim></port></output>",
        "",
        "error OP112 add: Add-1 has 0 outputs; expected 1",
        "add an `<output>` with 1 port",
    );
    one(
        PLAIN,
        "name=\"y\" type=\"Result\"",
        "name=\"y\"",
        "error FM027 y: `<layer>` has no attribute `type`",
        "add the attribute",
    );
}

/// The name explains why the attribute is missing.
#[test]
fn a_misspelled_attribute_of_a_constant_is_not_missing_too() {
    for (from, to) in [("element_type", "elment_type"), ("shape", "shap"), ("offset", "ofset"), ("size", "sizee")] {
        let data = "<data element_type=\"f32\" shape=\"3\" offset=\"0\" size=\"12\"/>";
        let finding = format!("error OP104 w: Constant-1 has no attribute `{to}`");
        one(PLAIN, data, &data.replace(from, to), &finding, &format!("did you mean `{from}`?"));
    }
}

/// Edges of the id may belong to either layer, so nothing follows from them.
#[test]
fn edges_of_a_duplicate_id_give_nothing() {
    for (from, to, name) in
        [("id=\"5\" name=\"y\"", "id=\"2\" name=\"y\"", "y"), ("id=\"4\" name", "id=\"0\" name", "top")]
    {
        let found = found(&PLAIN.replacen(from, to, 1));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].0.starts_with(&format!("error GR117 {name}: ")), "{found:?}");
    }
}

#[test]
fn an_edge_to_no_layer_belongs_to_the_layer_that_it_leaves() {
    one(
        PLAIN,
        "to-layer=\"2\" to-port=\"1\"",
        "to-layer=\"99\" to-port=\"1\"",
        "error GR116 w: the edge leads to layer 99, which does not exist",
        "set `to-layer` to 2 and `to-port` to 1: no edge leads to this port of layer 2 `add` (Add)",
    );
}

/// Layer 5 has a nearer id, but no output, and layer 4 is the one that reads.
#[test]
fn an_edge_from_no_layer_suggests_one_with_an_output() {
    one(
        PLAIN,
        "from-layer=\"2\" from-port=\"2\"",
        "from-layer=\"99\" from-port=\"2\"",
        "error GR101 top: the edge to layer 4 `top` (TopK) comes from layer 99, which does not exist",
        "the nearest id belongs to layer 3 `k` (Const)",
    );
}

/// Two of `element_type`, `shape`, `size` and the port agree: the third is wrong, and nothing follows from it.
#[test]
fn the_odd_one_of_a_constant_is_wrong() {
    one(
        PLAIN,
        "element_type=\"f32\" shape=\"3\"",
        "element_type=\"f16\" shape=\"3\"",
        "error FM030 w: `element_type` is f16; expected f32, as `size` 12 and the output port state",
        "set `element_type` to `f32`",
    );
    // The port of a scalar has no dimensions.
    one(
        PLAIN,
        "element_type=\"i64\" shape=\"\"",
        "element_type=\"i32\" shape=\"\"",
        "error FM030 k: `element_type` is i32; expected i64, as `size` 8 and the output port state",
        "set `element_type` to `i64`",
    );
    one(
        PLAIN,
        "element_type=\"f32\" shape=\"3\"",
        "element_type=\"f32\" shape=\"4\"",
        "error FM005 w: `shape` is 4; expected 3, as `size` 12 and the output port state",
        "set `shape` to `3`",
    );
    one(
        PLAIN,
        "offset=\"0\" size=\"12\"",
        "offset=\"0\" size=\"16\"",
        "warning FM030 w: `size` is 16, but f32 elements of shape [3] need only 12 bytes",
        "set `size` to 12: the output port states the same type",
    );
}

/// However many constants a file of weights should contain, it is one file.
#[test]
fn a_file_of_weights_is_one_finding() {
    let source = || Source::from_bytes("m.xml", PLAIN.as_bytes().to_vec());
    let cut = Model::read_with_weights(source(), vec![0; 4], &ReadOptions::default());
    let absent = Model::read(source(), &ReadOptions::default());
    let summary = |model: &Model| {
        let all = model.findings().iter();
        all.map(|f| (f.rule.as_static().map_or("", |rule| rule.code()), f.message.clone(), f.related.len()))
            .collect::<Vec<_>>()
    };
    let short = "the weights file has 4 bytes, but constant `w` and 1 more constant need up to 20";
    let none = "no weights were given, so constant `w` and 1 more constant have no value";
    assert_eq!(summary(&cut), [("FM005", short.to_owned(), 1)]);
    assert_eq!(summary(&absent), [("FM004", none.to_owned(), 1)]);
}

/// The recorded types of an old writer are no faults, and hide none.
#[test]
fn recorded_precision_hides_no_fault() {
    assert_eq!(found(RECORDED), []);
    let x = "name=\"z\" type=\"Parameter\" version=\"opset1\"><data shape=\"2,3\" element_type=";
    one(
        RECORDED,
        &format!("{x}\"f16\""),
        &format!("{x}\"f32\""),
        "error TY102 add: input `relu` is f16; expected f32, the type of input `z`",
        "declare `z` as f16, or convert one of the two",
    );
    let add = "<port id=\"2\" precision=\"FP32\"><dim>2</dim>";
    one(
        RECORDED,
        add,
        &add.replace("<dim>2", "<dim>4"),
        "error SH201 add: `add` is declared with shape [4,3], but its shape is [2,3]",
        "declare it as f16[2,3]",
    );
    let wrong = RECORDED.replacen(add, &add.replace("<dim>2", "<dim>4"), 1);
    let model = Model::read(Source::from_bytes("m.xml", wrong.as_bytes().to_vec()), &ReadOptions::default());
    let analysis = analyze(&model, &AnalysisOptions::default());
    let error = analysis.findings.iter().find(|finding| finding.level == Level::Error).expect("SH201");
    let span = error.place.span.expect("a place");
    assert_eq!(
        &wrong[span.start as usize..span.end as usize],
        "<dim>4</dim>",
        "the size is marked, and not the precision"
    );
}
