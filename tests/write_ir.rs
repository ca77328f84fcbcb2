//! IR written back: what a rewrite does not touch stays byte for byte, what it makes is read as it was meant.
//!
//! The rewrites are made by hand. Every expected text is the old one with pieces replaced that the test spells out.

use std::collections::BTreeMap;

use shapewright::graph::{AttributeValue, Model, NodeId, ValueId};
use shapewright::write::openvino::{self, Ir};
use shapewright::write::{NewConstant, Rewrite, WriteError};
use shapewright::{ElementType, Options, ReadOptions, Source, Tensor, analyze};

const LAYERS: &str = r#"<?xml version="1.0"?>
<!-- made by hand -->
<net name="m" version="11">
	<layers>
		<layer id="0" name="x" type="Parameter" version="opset1">
			<data shape="2" element_type="f32" />
			<output>
				<port id="0" precision="FP32" names="x">
					<dim>2</dim>
				</port>
			</output>
		</layer>
		<!-- the weights,   compressed -->
		<layer id="1" name="w" type="Const" version="opset1">
			<data element_type="f16" shape="2" offset="0" size="4" />
			<rt_info>
				<attribute name="fused_names" version="0" value="w" />
			</rt_info>
			<output>
				<port id="0" precision="FP16">
					<dim>2</dim>
				</port>
			</output>
		</layer>

		<!-- and what undoes it -->
		<layer id="2" name="w/fp32 &amp; more" type="Convert" version="opset1">
			<data destination_type="f32" />
			<rt_info>
				<attribute name="decompression" version="0" />
			</rt_info>
			<input>
				<port id="0" precision="FP16">
					<dim>2</dim>
				</port>
			</input>
			<output>
				<port id="1" precision="FP32" names="w,w&lt;2&gt;">
					<dim>2</dim>
				</port>
			</output>
		</layer>
		<layer   version="opset1"  type='Multiply'
			name="y" id="3">
			<data auto_broadcast="numpy"/>
			<rt_info><attribute name="fused_names" version="0" value="y"/></rt_info>
			<input>
				<port id="0" precision="FP32"><dim>2</dim></port>
				<port id="1" precision="FP32"><dim>2</dim></port>
			</input>
			<output><port id="2" precision="FP32" names="y"><dim>2</dim></port></output>
		</layer>
		<layer id="4" name="y/sink" type="Result" version="opset1">
			<input>
				<port id="0" precision="FP32"><dim>2</dim></port>
			</input>
		</layer>
	</layers>
	<edges>
		<edge from-layer="0" from-port="0" to-layer="3" to-port="0" />
		<!-- edges of the weights -->
		<edge from-layer="1" from-port="0" to-layer="2" to-port="0" />
		<edge to-port="1" to-layer="3" from-port="1" from-layer="2" />   <!-- stays -->
		<edge from-layer="3" from-port="2" to-layer="4" to-port="0" />
	</edges>
	<rt_info>
		<conversion_parameters>
			<framework value="onnx"   />
		</conversion_parameters>
	</rt_info>
</net>
"#;

fn read(text: impl Into<Vec<u8>>, weights: &[u8]) -> Model {
    let source = Source::from_bytes("m.xml", text.into());
    Model::read_with_weights(source, weights.to_vec(), &ReadOptions::default())
}

/// The layer of this name, of whatever graph.
fn layer(model: &Model, name: &str) -> NodeId {
    let mut nodes = model.graphs().flat_map(|g| model.nodes_of(g));
    nodes.find(|&n| model.name(model.node(n).name) == name).unwrap_or_else(|| panic!("no layer {name}"))
}

fn output(model: &Model, name: &str, index: usize) -> ValueId {
    model.outputs(layer(model, name)).nth(index).expect("an output")
}

/// Layers that go, and outputs that become constants.
fn change(model: &Model, layers: &[&str], constants: &[(&str, usize, Tensor)]) -> Rewrite {
    let mut rewrite = Rewrite { nodes: layers.iter().map(|name| layer(model, name)).collect(), ..Rewrite::default() };
    let constants = constants.iter().map(|(name, i, t)| (output(model, name, *i), NewConstant::Tensor(t.clone())));
    rewrite.constants.extend(constants);
    rewrite.nodes.sort_unstable();
    rewrite.constants.sort_unstable_by_key(|(value, _)| *value);
    rewrite
}

fn written(model: &Model, layers: &[&str], constants: &[(&str, usize, Tensor)]) -> Ir {
    openvino::rewrite(model, &change(model, layers, constants)).expect("it can be written")
}

fn text(ir: &Ir) -> String {
    String::from_utf8(ir.xml.to_bytes().to_vec()).expect("UTF-8")
}

/// The text with each piece replaced once; each piece must occur exactly once.
fn replaced(text: &str, pieces: &[(&str, &str)]) -> String {
    pieces.iter().fold(text.to_owned(), |text, (from, to)| {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text.replacen(from, to, 1)
    })
}

fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let start = text.find(from).expect("the start");
    &text[start..start + text[start..].find(to).expect("the end") + to.len()]
}

/// Every constant of a model by name and port.
fn constants(model: &Model) -> BTreeMap<(String, String), Tensor> {
    let nodes = model.graphs().flat_map(|g| model.nodes_of(g)).filter(|&n| model.op_type(n) == "Constant");
    let constant = |n| {
        let output = model.outputs(n).next().expect("an output");
        let value = model.attribute(n, "value").map(|a| a.value.clone());
        let Some(AttributeValue::Tensor(id)) = value else { panic!("a constant has a value") };
        let port = model.name(model.value(output).port).to_owned();
        ((model.name(model.node(n).name).to_owned(), port), model.load(id).expect("its elements"))
    };
    nodes.map(constant).collect()
}

/// Reads what was written: no finding, and these constants among others.
fn read_back(ir: &Ir, expected: &[(&str, &str, Tensor)]) -> Model {
    let model = read(ir.xml.to_bytes().to_vec(), &ir.weights.to_bytes());
    let findings = analyze(&model, &Options::default()).findings;
    assert!(findings.is_empty(), "{findings:#?}\n{}", text(ir));
    let found = constants(&model);
    for (name, port, tensor) in expected {
        assert_eq!(found.get(&((*name).to_owned(), (*port).to_owned())), Some(tensor), "{name}");
    }
    model
}

fn f32s(values: &[f32]) -> Tensor {
    Tensor::new([values.len()], values.to_vec()).expect("a tensor")
}

fn bytes(tensor: &Tensor) -> Vec<u8> {
    tensor.packed().expect("numbers").into_owned()
}

/// Cuts of a layer and of an edge, from the end of the line before to the end of the element.
fn decompressed(text: &str) -> String {
    let constant = between(text, "\n\t\t<layer id=\"1\"", "</layer>");
    let edge = "\n\t\t<edge from-layer=\"1\" from-port=\"0\" to-layer=\"2\" to-port=\"0\" />";
    let convert = between(text, "<layer id=\"2\"", "</layer>");
    let new = r#"<layer id="2" name="w/fp32 &amp; more" type="Const" version="opset1">
			<data element_type="f32" shape="2" offset="0" size="8" />
			<output>
				<port id="1" precision="FP32" names="w,w&lt;2&gt;">
					<dim>2</dim>
				</port>
			</output>
		</layer>"#;
    replaced(text, &[(constant, ""), (edge, ""), (convert, new)])
}

#[test]
fn a_layer_becomes_a_constant_and_everything_else_stays() {
    let model = read(LAYERS, &[0, 0x3c, 0, 0x40]);
    let new = f32s(&[1.0, 2.0]);
    let ir = written(&model, &["w", "w/fp32 & more"], &[("w/fp32 & more", 0, new.clone())]);
    assert_eq!(text(&ir), decompressed(LAYERS));
    assert_eq!(ir.weights.to_bytes(), bytes(&new), "the old weights are needed no more");
    let again = read_back(&ir, &[("w/fp32 & more", "1", new)]);
    assert_eq!(facts(&again).get("y.2"), facts(&model).get("y.2"));
}

/// The type of every value by layer and port.
fn facts(model: &Model) -> BTreeMap<String, String> {
    let analysis = analyze(model, &Options::default());
    let values = model.graphs().flat_map(|g| model.values_of(g));
    let name = |v| format!("{}.{}", model.name(model.value(v).name), model.name(model.value(v).port));
    values.map(|v| (name(v), analysis.facts.get(v).ty.to_string())).collect()
}

#[test]
fn an_empty_rewrite_changes_no_byte() {
    let marked = format!("\u{feff}{LAYERS}");
    let wide: Vec<u8> = LAYERS.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for file in [LAYERS.as_bytes().to_vec(), marked.into_bytes(), LAYERS.replace('\n', "\r\n").into_bytes(), wide] {
        let model = read(file.clone(), &[0, 0x3c, 0, 0x40, 77]);
        let ir = openvino::rewrite(&model, &Rewrite::default()).expect("nothing to do");
        assert_eq!(ir.xml.to_bytes(), file);
        assert_eq!(ir.weights.to_bytes()[..], [0, 0x3c, 0, 0x40, 77]);
    }
}

#[test]
fn the_encoding_and_the_line_ends_are_those_of_the_file() {
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let latin1 = |text: &str| text.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin-1")).collect::<Vec<u8>>();
    let declared = LAYERS.replace("\"1.0\"", "\"1.0\" encoding=\"ISO-8859-1\"").replace("by hand", "für Hände");
    let crlf = LAYERS.replace('\n', "\r\n");
    let crlf_expected = decompressed(LAYERS).replace('\n', "\r\n");
    for (file, expected) in [
        (format!("\u{feff}{LAYERS}").into_bytes(), format!("\u{feff}{}", decompressed(LAYERS)).into_bytes()),
        (crlf.into_bytes(), crlf_expected.into_bytes()),
        (utf16(&format!("\u{feff}{LAYERS}")), utf16(&format!("\u{feff}{}", decompressed(LAYERS)))),
        (latin1(&declared), latin1(&decompressed(&declared))),
    ] {
        let model = read(file, &[0, 0x3c, 0, 0x40]);
        let ir = written(&model, &["w", "w/fp32 & more"], &[("w/fp32 & more", 0, f32s(&[1.0, 2.0]))]);
        assert_eq!(ir.xml.to_bytes(), expected);
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let mut file = LAYERS.as_bytes().to_vec();
    let at = LAYERS.find("by hand").expect("the comment");
    file[at] = 0xff;
    let model = read(file, &[0, 0x3c, 0, 0x40]);
    let rewrite = change(&model, &["w", "w/fp32 & more"], &[("w/fp32 & more", 0, f32s(&[1.0, 2.0]))]);
    assert!(matches!(openvino::rewrite(&model, &rewrite), Err(WriteError::Inconsistent(_))));
}

/// A file on one line, a file with blanks in odd places, and quotes of the other kind.
#[test]
fn a_new_layer_is_laid_out_as_the_file_is() {
    let file = "<net version='11' name='m'><layers><layer name='a \"b\"' id='7' version='opset1' type='Parameter'>\
        <data element_type='f32' shape='1'/><output><port precision='FP32' id='0'><dim>1</dim></port></output></layer>  \
        <layer  type='ShapeOf' id = '8' version='opset3' name='s \"of\" it' ><data output_type='i64'/><input><port id='0'>\
        <dim>1</dim></port></input><output><port names='n' precision='I64'\tid='1'><dim>1</dim></port></output></layer>\
        <layer type='Result' version='opset1' name='r' id='9'><input><port id='0'/></input></layer>\
        <layer type='Result' version='opset1' name='q' id='10'><input><port id='0'/></input></layer></layers><edges>\
        <edge from-layer='7' from-port='0' to-layer='8' to-port='0'/> <edge from-layer='8' from-port='1' to-layer='9' \
        to-port='0'/><edge from-layer='7' from-port='0' to-layer='10' to-port='0'/></edges></net>";
    let model = read(file, &[]);
    let new = Tensor::new([1], vec![1i64]).expect("a tensor");
    let ir = written(&model, &["s \"of\" it"], &[("s \"of\" it", 0, new.clone())]);
    let expected = replaced(
        file,
        &[
            (
                between(file, "<layer  type='ShapeOf'", "</layer>"),
                "<layer id = '8' name='s \"of\" it' type=\"Const\" version=\"opset1\"><data element_type=\"i64\" \
                 shape=\"1\" offset=\"0\" size=\"8\" /><output><port id='1' precision=\"I64\" names='n'><dim>1</dim>\
                 </port></output></layer>",
            ),
            ("<edge from-layer='7' from-port='0' to-layer='8' to-port='0'/>", ""),
        ],
    );
    assert_eq!(text(&ir), expected);
    assert_eq!(ir.weights.to_bytes()[..], 1i64.to_le_bytes());
    let again = read(expected, &ir.weights.to_bytes());
    assert_eq!(constants(&again)[&("s \"of\" it".to_owned(), "1".to_owned())], new);
}

/// Layers and edges, of which a test needs only a line each.
struct Net {
    layers: Vec<String>,
    edges: Vec<String>,
}

impl Net {
    fn new() -> Net {
        Net { layers: Vec::new(), edges: Vec::new() }
    }

    fn layer(mut self, id: u64, name: &str, kind: &str, data: &str, ports: &str) -> Net {
        let version = match kind {
            "If" => "opset8",
            "Loop" => "opset5",
            _ => "opset1",
        };
        let start = format!("<layer id=\"{id}\" name=\"{name}\" type=\"{kind}\" version=\"{version}\">");
        self.layers.push(format!("{start}\n{data}{ports}</layer>\n"));
        self
    }

    fn edge(mut self, from: (u64, u64), to: (u64, u64)) -> Net {
        let ends = format!("from-layer=\"{}\" from-port=\"{}\"", from.0, from.1);
        self.edges.push(format!("<edge {ends} to-layer=\"{}\" to-port=\"{}\"/>\n", to.0, to.1));
        self
    }

    fn sections(&self) -> String {
        format!("<layers>\n{}</layers>\n<edges>\n{}</edges>\n", self.layers.concat(), self.edges.concat())
    }

    fn file(&self) -> String {
        format!("<net name=\"n\" version=\"11\">\n{}</net>\n", self.sections())
    }
}

/// Ports of one type and size: inputs with ids from 0, then outputs.
fn ports(inputs: u64, outputs: u64, precision: &str, size: u64) -> String {
    let port = |id| format!("<port id=\"{id}\" precision=\"{precision}\"><dim>{size}</dim></port>\n");
    let side = |name: &str, ids: std::ops::Range<u64>| match ids.is_empty() {
        true => String::new(),
        false => format!("<{name}>\n{}</{name}>\n", ids.map(port).collect::<String>()),
    };
    side("input", 0..inputs) + &side("output", inputs..inputs + outputs)
}

fn constant_data(element: &str, shape: &str, offset: u64, size: u64) -> String {
    format!("<data element_type=\"{element}\" shape=\"{shape}\" offset=\"{offset}\" size=\"{size}\"/>\n")
}

/// The text of a new Const in a [`Net`], whose elements are not indented.
fn new_layer(head: &str, data: &str, port: &str, size: u64) -> String {
    format!(
        "<layer {head} type=\"Const\" version=\"opset1\">\n<data {data} />\n<output>\n<port {port}>\n\
         <dim>{size}</dim>\n</port>\n</output>\n</layer>"
    )
}

/// A constant cut in three: all parts become constants, or only the last two.
fn split() -> Net {
    let axis = "<port id=\"1\" precision=\"I64\"/>\n</input>";
    let split = ports(1, 3, "FP32", 6).replace("</input>", axis);
    let split = split.replace("id=\"3\"", "id=\"4\"").replace("id=\"2\"", "id=\"3\"");
    let (input, output) = split.split_at(split.find("<output>").expect("outputs"));
    let output = output.replacen("id=\"1\"", "id=\"2\"", 1).replace("<dim>6", "<dim>2");
    Net::new()
        .layer(5, "c", "Const", &constant_data("f32", "6", 0, 24), &ports(0, 1, "FP32", 6))
        .layer(
            6,
            "axis",
            "Const",
            &constant_data("i64", "", 24, 8),
            "<output>\n<port id=\"0\" precision=\"I64\"/>\n</output>\n",
        )
        .layer(9, "s", "Split", "<data num_splits=\"3\"/>\n", &(input.to_owned() + &output))
        .layer(1, "s.1", "Result", "", &ports(1, 0, "FP32", 2))
        .layer(2, "second", "Result", "", &ports(1, 0, "FP32", 2))
        .layer(3, "third", "Result", "", &ports(1, 0, "FP32", 2))
        .edge((5, 0), (9, 0))
        .edge((6, 0), (9, 1))
        .edge((9, 2), (1, 0))
        .edge((9, 3), (2, 0))
        .edge((9, 4), (3, 0))
}

#[test]
fn several_outputs_get_layers_of_their_own() {
    let file = split().file();
    let data: Vec<u8> = [1f32, 2.0, 3.0, 4.0, 5.0, 6.0].iter().flat_map(|v| v.to_le_bytes()).chain([0; 8]).collect();
    let model = read(file.clone(), &data);
    assert!(model.findings().is_empty(), "{:#?}", model.findings());
    let (a, b, c) = (f32s(&[1.0, 2.0]), f32s(&[3.0, 4.0]), f32s(&[5.0, 6.0]));
    let all = [("s", 0, a.clone()), ("s", 1, b.clone()), ("s", 2, c.clone())];
    let ir = written(&model, &["c", "axis", "s"], &all);
    // `s.1` is the name of a layer of the file, `s.2` of none; 9 is the greatest id.
    let layers = [
        new_layer(
            "id=\"9\" name=\"s\"",
            "element_type=\"f32\" shape=\"2\" offset=\"0\" size=\"8\"",
            "id=\"2\" precision=\"FP32\"",
            2,
        ),
        new_layer(
            "id=\"10\" name=\"s.1_1\"",
            "element_type=\"f32\" shape=\"2\" offset=\"8\" size=\"8\"",
            "id=\"3\" precision=\"FP32\"",
            2,
        ),
        new_layer(
            "id=\"11\" name=\"s.2\"",
            "element_type=\"f32\" shape=\"2\" offset=\"16\" size=\"8\"",
            "id=\"4\" precision=\"FP32\"",
            2,
        ),
    ];
    let expected = replaced(
        &file,
        &[
            (between(&file, "\n<layer id=\"5\"", "</layer>"), ""),
            (between(&file, "\n<layer id=\"6\"", "</layer>"), ""),
            (between(&file, "<layer id=\"9\"", "</layer>"), &layers.join("\n")),
            ("\n<edge from-layer=\"5\" from-port=\"0\" to-layer=\"9\" to-port=\"0\"/>", ""),
            ("\n<edge from-layer=\"6\" from-port=\"0\" to-layer=\"9\" to-port=\"1\"/>", ""),
            ("from-layer=\"9\" from-port=\"3\"", "from-layer=\"10\" from-port=\"3\""),
            ("from-layer=\"9\" from-port=\"4\"", "from-layer=\"11\" from-port=\"4\""),
        ],
    );
    assert_eq!(text(&ir), expected);
    read_back(&ir, &[("s", "2", a), ("s.1_1", "3", b), ("s.2", "4", c)]);
}

#[test]
fn the_first_constant_output_keeps_the_layer() {
    // The first result goes, so the first output is read by nobody.
    let mut net = split();
    net.layers.remove(3);
    net.edges.remove(2);
    let model = read(net.file(), &[0; 32]);
    let (b, c) = (f32s(&[3.0, 4.0]), f32s(&[5.0, 6.0]));
    let ir = written(&model, &["c", "axis", "s"], &[("s", 1, b.clone()), ("s", 2, c.clone())]);
    read_back(&ir, &[("s", "3", b), ("s.2", "4", c)]);
    assert!(text(&ir).contains("<edge from-layer=\"9\" from-port=\"3\" to-layer=\"2\" to-port=\"0\"/>"));
}

#[test]
fn what_is_still_read_cannot_go() {
    let model = read(split().file(), &[0; 32]);
    let refused = |layers: &[&str], constants: &[(&str, usize, Tensor)]| {
        openvino::rewrite(&model, &change(&model, layers, constants)).expect_err("it cannot be written").to_string()
    };
    let new = f32s(&[1.0, 2.0]);
    assert_eq!(refused(&["c"], &[]), "layer 9 `s` (Split) reads layer 5 `c` (Const), which goes");
    assert_eq!(
        refused(&["c", "axis", "s"], &[("s", 0, new.clone())]),
        "layer 2 `second` (Result) reads layer 9 `s` (Split), which goes"
    );
    assert_eq!(refused(&[], &[("s", 0, new.clone())]), "`s` becomes a constant, but its layer stays");
    assert_eq!(refused(&["third"], &[]), "layer 3 `third` (Result) cannot go");
    let foreign = Tensor::from_packed(ElementType::C64, [1], vec![0; 8]).expect("a tensor");
    assert_eq!(
        refused(&["s"], &[("s", 0, new.clone()), ("s", 1, new.clone()), ("s", 2, foreign)]),
        "OpenVINO IR has no constants of type c64"
    );
}

#[test]
fn other_files_are_refused() {
    let onnx = Source::from_bytes(
        "m.onnxtxt",
        "<ir_version: 9, opset_import: [\"\" : 18]> g (float x) => (float y) { y = Identity(x) }",
    );
    let onnx = Model::read(onnx, &ReadOptions::default());
    assert!(matches!(openvino::rewrite(&onnx, &Rewrite::default()), Err(WriteError::Unsupported(_))));
    let alone = read(split().layers[0].clone(), &[0; 32]);
    let rewrite = Rewrite { nodes: vec![layer(&alone, "c")], ..Rewrite::default() };
    assert!(matches!(openvino::rewrite(&alone, &rewrite), Err(WriteError::Unsupported(_))));
}

#[test]
fn an_id_that_two_layers_share_is_refused() {
    let file = split().file().replace("<layer id=\"6\"", "<layer id=\"5\"");
    let model = read(file, &[0; 32]);
    let rewrite = Rewrite { nodes: vec![layer(&model, "axis")], ..Rewrite::default() };
    let error = openvino::rewrite(&model, &rewrite).expect_err("which of the two is meant").to_string();
    assert_eq!(error, "the id of layer 5 `c` (Const) is not its own");
}

/// Constants of 8 bytes of f32 each that a Concat reads, then a ShapeOf of a Parameter: something to fold into them.
fn concat(offsets: &[u64]) -> Net {
    let count = offsets.len() as u64;
    let mut net = Net::new();
    for (i, &offset) in offsets.iter().enumerate() {
        net = net.layer(
            i as u64,
            &format!("c{i}"),
            "Const",
            &constant_data("f32", "2", offset, 8),
            &ports(0, 1, "FP32", 2),
        );
        net = net.edge((i as u64, 0), (100, i as u64));
    }
    let outputs = ports(count, 1, "FP32", 2).replace(
        &format!("<port id=\"{count}\" precision=\"FP32\"><dim>2</dim>"),
        &format!("<port id=\"{count}\" precision=\"FP32\"><dim>{}</dim>", 2 * count),
    );
    net.layer(100, "all", "Concat", "<data axis=\"0\"/>\n", &outputs)
        .layer(101, "r", "Result", "", &ports(1, 0, "FP32", 2 * count))
        .edge((100, count), (101, 0))
}

/// A Squeeze of each constant of [`concat`] stands between: what a constant becomes lies where the constant lay.
fn identities(offsets: &[u64]) -> Net {
    let mut net = concat(offsets);
    net.edges.clear();
    let count = offsets.len() as u64;
    for i in 0..count {
        net = net.layer(50 + i, &format!("i{i}"), "Identity", "", &ports(1, 1, "FP32", 2));
        net.layers.last_mut().map(|layer| *layer = layer.replace("opset1", "opset16"));
        net = net.edge((i, 0), (50 + i, 0)).edge((50 + i, 1), (100, i));
    }
    net.edge((100, count), (101, 0))
}

fn numbered(bytes: u8) -> Vec<u8> {
    (0..bytes).collect()
}

#[test]
fn a_range_is_free_when_nobody_else_needs_a_byte_of_it() {
    // 0..8 is shared with c1, 16..24 overlaps 20..28, 32..40 is free, 40..44 nobody's, 44..52 the end of what stays.
    let model = read(identities(&[0, 0, 16, 20, 32, 44]).file(), &numbered(60));
    assert!(model.findings().is_empty(), "{:#?}", model.findings());
    let new = [f32s(&[-1.0, -2.0]), f32s(&[-3.0, -4.0]), f32s(&[-5.0, -6.0])];
    let constants = [("i0", 0, new[0].clone()), ("i2", 0, new[1].clone()), ("i4", 0, new[2].clone())];
    let ir = written(&model, &["c0", "i0", "c2", "i2", "c4", "i4"], &constants);
    // The first fits into the only gap of its size; 52 is no multiple of 4 more than needed; 52..60 was the tail.
    let mut expected = numbered(52);
    expected[32..40].copy_from_slice(&bytes(&new[0]));
    expected.extend(bytes(&new[1]));
    expected.extend(bytes(&new[2]));
    assert_eq!(ir.weights.to_bytes()[..], expected);
    let [first, second, third] = new;
    let again = read_back(&ir, &[("i0", "1", first), ("i2", "1", second), ("i4", "1", third)]);
    for name in ["c1", "c3", "c5"] {
        let key = (name.to_owned(), "0".to_owned());
        assert_eq!(constants_of(&again, &key), constants_of(&model, &key));
    }
}

fn constants_of(model: &Model, key: &(String, String)) -> Tensor {
    constants(model)[key].clone()
}

#[test]
fn the_tail_is_cut_off_and_equal_constants_are_one() {
    let model = read(identities(&[0, 8, 16, 24]).file(), &numbered(32));
    let new = f32s(&[0.5, 0.25]);
    let constants = [("i2", 0, new.clone()), ("i3", 0, new.clone())];
    let ir = written(&model, &["c2", "i2", "c3", "i3"], &constants);
    assert_eq!(ir.weights.to_bytes()[..], [numbered(16), bytes(&new)].concat());
    read_back(&ir, &[("i2", "1", new.clone()), ("i3", "1", new)]);
}

#[test]
fn a_constant_with_the_bytes_of_the_old_one_stays_where_it_is() {
    let model = read(identities(&[3, 11, 19]).file(), &numbered(27));
    let moved = Tensor::from_packed(ElementType::F32, [2], numbered(19)[11..].to_vec()).expect("a tensor");
    let ir = written(&model, &["c1", "i1"], &[("i1", 0, moved.clone())]);
    assert_eq!(ir.weights.to_bytes()[..], numbered(27), "even where no f32 is aligned");
    assert!(text(&ir).contains("<data element_type=\"f32\" shape=\"2\" offset=\"11\" size=\"8\" />"));
    read_back(&ir, &[("i1", "1", moved)]);
}

#[test]
fn weights_that_are_missing_are_not_replaced_by_others() {
    let missing = |text: String| Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default());
    let model = missing(identities(&[0, 8]).file());
    let rewrite = change(&model, &["c0", "i0"], &[("i0", 0, f32s(&[1.0, 2.0]))]);
    assert!(matches!(openvino::rewrite(&model, &rewrite), Err(WriteError::Inconsistent(_))));
    assert!(matches!(openvino::rewrite(&model, &Rewrite::default()), Err(WriteError::Inconsistent(_))));
    // Nothing is left that needs them.
    let model = missing(identities(&[0]).file());
    let ir = written(&model, &["c0", "i0"], &[("i0", 0, f32s(&[1.0, 2.0]))]);
    read_back(&ir, &[("i0", "1", f32s(&[1.0, 2.0]))]);
}

#[test]
fn references_other_than_constants_are_kept() {
    let mean = "<pre-process reference-layer-name=\"c0\"><channel id=\"0\"><mean offset=\"8\" size=\"8\"/></channel></pre-process>\n";
    let file = identities(&[0, 8]).file().replace("</net>", &format!("{mean}</net>"));
    let model = read(file, &numbered(16));
    let new = f32s(&[1.0, 2.0]);
    let ir = written(&model, &["c1", "i1"], &[("i1", 0, new.clone())]);
    assert_eq!(ir.weights.to_bytes()[..], [numbered(16), bytes(&new)].concat());
}

/// Every element type as a constant of three elements, and of none, and as a scalar.
#[test]
fn every_type_is_written_as_it_is_read() {
    let file = identities(&[0]).file();
    let mut tried = 0;
    for &element in ElementType::ALL {
        let words = |n: usize| vec![1u8; element.packed_bytes(n as u64).unwrap_or(0) as usize];
        for sizes in [vec![3], vec![], vec![0, 2], vec![2, 1, 3]] {
            let count = sizes.iter().product();
            let tensor = match element {
                ElementType::String => Tensor::of_strings(sizes, vec!["ä\0b".as_bytes().into(); count]),
                _ => Tensor::from_packed(element, sizes, words(count)),
            };
            let tensor = tensor.expect("a tensor");
            let model = read(file.clone(), &[7; 8]);
            let rewrite = change(&model, &["c0", "i0"], &[("i0", 0, tensor.clone())]);
            let Ok(ir) = openvino::rewrite(&model, &rewrite) else {
                let foreign = ["c64", "c128", "f8e4m3fnuz", "f8e5m2fnuz", "f6e2m3", "f6e3m2", "i2"];
                assert!(foreign.contains(&element.name()), "{element}");
                continue;
            };
            tried += 1;
            let again = read(ir.xml.to_bytes().to_vec(), &ir.weights.to_bytes());
            assert!(again.findings().is_empty(), "{:#?}", again.findings());
            assert_eq!(constants_of(&again, &("i0".to_owned(), "1".to_owned())), tensor);
        }
    }
    assert_eq!(tried, 25 * 4);
}

/// A TensorIterator over `x` whose body adds up two constants, `depth` Ifs around it.
fn nested(depth: usize) -> String {
    let data = "<data shape=\"2\" element_type=\"f32\"/>\n";
    let mut body = Net::new()
        .layer(0, "in", "Parameter", data, &ports(0, 1, "FP32", 2))
        .layer(1, "deep", "Const", &constant_data("f32", "2", 0, 8), &ports(0, 1, "FP32", 2))
        .layer(2, "sum", "Negative", "", &ports(1, 1, "FP32", 2))
        .layer(3, "add", "Add", "<data auto_broadcast=\"numpy\"/>\n", &ports(2, 1, "FP32", 2))
        .layer(4, "out", "Result", "", &ports(1, 0, "FP32", 2))
        .edge((1, 0), (2, 0))
        .edge((0, 0), (3, 0))
        .edge((2, 1), (3, 1))
        .edge((3, 2), (4, 0));
    for level in 0..depth {
        let (port, result) = (
            "<input external_port_id=\"0\" internal_layer_id=\"0\"/>",
            "<output external_port_id=\"1\" internal_layer_id=\"4\"/>",
        );
        let map = |name: &str| format!("<{name}>\n{port}\n{result}\n</{name}>\n");
        let parts = format!("{}{}<body>\n{}</body>\n", ports(1, 1, "FP32", 2), map("port_map"), body.sections());
        body = Net::new()
            .layer(0, "in", "Parameter", data, &ports(0, 1, "FP32", 2))
            .layer(
                1,
                &format!("constant of {level}"),
                "Const",
                &constant_data("f32", "2", 8, 8),
                &ports(0, 1, "FP32", 2),
            )
            .layer(2, &format!("ti of {level}"), "TensorIterator", "", &parts)
            .layer(3, "sub", "Subtract", "<data auto_broadcast=\"numpy\"/>\n", &ports(2, 1, "FP32", 2))
            .layer(4, "out", "Result", "", &ports(1, 0, "FP32", 2))
            .edge((0, 0), (2, 0))
            .edge((2, 1), (3, 0))
            .edge((1, 0), (3, 1))
            .edge((3, 2), (4, 0));
    }
    body.file()
}

#[test]
fn bodies_are_edited_at_any_depth() {
    for depth in [1, 2, 900] {
        let file = nested(depth);
        let model = read(file.clone(), &numbered(16));
        assert!(model.findings().is_empty(), "{:#?}", model.findings());
        let new = f32s(&[-1.0, 1.0]);
        let ir = written(&model, &["deep", "sum"], &[("sum", 0, new.clone())]);
        let layer = new_layer(
            "id=\"2\" name=\"sum\"",
            "element_type=\"f32\" shape=\"2\" offset=\"0\" size=\"8\"",
            "id=\"1\" precision=\"FP32\"",
            2,
        );
        let edge = "\n<edge from-layer=\"1\" from-port=\"0\" to-layer=\"2\" to-port=\"0\"/>";
        let expected = replaced(
            &file,
            &[
                (between(&file, "\n<layer id=\"1\" name=\"deep\"", "</layer>"), ""),
                (between(&file, "<layer id=\"2\" name=\"sum\"", "</layer>"), &layer),
                (edge, ""),
            ],
        );
        assert!(text(&ir) == expected, "depth {depth}");
        assert_eq!(ir.weights.to_bytes()[..], [bytes(&new), numbered(16)[8..].to_vec()].concat());
    }
}

/// A layer that goes takes its bodies with it, and what they alone referred to.
#[test]
fn a_layer_goes_with_its_bodies() {
    let file = nested(2);
    let model = read(file.clone(), &numbered(16));
    let new = f32s(&[-1.0, 1.0]);
    // What is within is listed too: a pass over all constants finds it.
    let ir =
        written(&model, &["ti of 1", "deep", "sum"], &[("ti of 1", 0, new.clone()), ("sum", 0, f32s(&[9.0, 9.0]))]);
    let layer = new_layer(
        "id=\"2\" name=\"ti of 1\"",
        "element_type=\"f32\" shape=\"2\" offset=\"0\" size=\"8\"",
        "id=\"1\" precision=\"FP32\"",
        2,
    );
    let outer = &file[file.find("<layer id=\"2\" name=\"ti of 1\"").expect("the layer")..];
    let end = outer.find("<layer id=\"3\" name=\"sub\"").and_then(|_| outer.rfind("<layer id=\"3\" name=\"sub\""));
    let outer = outer[..end.expect("the next layer")].trim_end();
    let edge = "\n<edge from-layer=\"0\" from-port=\"0\" to-layer=\"2\" to-port=\"0\"/>";
    let expected = replaced(&replaced(&file, &[(outer, &layer)]), &[(edge, "")]);
    assert_eq!(text(&ir), expected);
    assert_eq!(ir.weights.to_bytes()[..], [bytes(&new), numbered(16)[8..].to_vec()].concat());
    read_back(&ir, &[("ti of 1", "1", new)]);
}

#[test]
fn edges_may_stand_before_the_layers_and_sections_that_do_not_count_stay() {
    let file = LAYERS.to_owned();
    let edges = between(&file, "\t<edges>", "</edges>\n").to_owned();
    let ignored = "\t<edges><edge from-layer=\"1\" from-port=\"0\" to-layer=\"2\" to-port=\"0\"/></edges>\n";
    let file = file.replace(&edges, ignored).replace("\t<layers>", &format!("{edges}\t<layers>"));
    let model = read(file.clone(), &[0, 0x3c, 0, 0x40]);
    let ir = written(&model, &["w", "w/fp32 & more"], &[("w/fp32 & more", 0, f32s(&[1.0, 2.0]))]);
    assert_eq!(text(&ir), decompressed(&file));
}

/// The work grows with the file, not with its square: many layers, and many outputs of one.
#[test]
fn large_files_take_time_in_proportion() {
    let count = 20_000u64;
    let names: Vec<String> = (0..count).map(|i| format!("c{i}")).collect();
    let offsets: Vec<u64> = (0..count).map(|i| 8 * i).collect();
    let model = read(identities(&offsets).file(), &vec![0; 8 * 20_000]);
    let mut rewrite = Rewrite::default();
    for (i, name) in
        model.graphs().flat_map(|g| model.nodes_of(g)).filter(|&n| model.op_type(n) == "Identity").zip(&names)
    {
        let value = model.outputs(i).next().expect("an output");
        let number: f32 = name[1..].parse().expect("a number");
        rewrite.constants.push((value, NewConstant::Tensor(f32s(&[number, 0.0]))));
    }
    let gone = |n: &NodeId| matches!(model.op_type(*n), "Identity" | "Constant");
    rewrite.nodes = model.graphs().flat_map(|g| model.nodes_of(g)).filter(gone).collect();
    let start = std::time::Instant::now();
    let ir = openvino::rewrite(&model, &rewrite).expect("it can be written");
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    assert_eq!(ir.weights.len(), 8 * count);
    assert_eq!(text(&ir).matches("<layer ").count() as u64, count + 2);
    assert_eq!(text(&ir).matches("<edge ").count() as u64, count + 1);
}
