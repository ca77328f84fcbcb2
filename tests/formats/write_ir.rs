//! Writing IR: everything outside a rewrite is preserved byte for byte, and new text is read back as intended.
//!
//! The rewrites are written by hand. Each expected text is the original with the replacements that the test states.

mod bodies;
mod edited;
mod edited_at_random;
mod layout;
mod outputs;
mod refusals;
mod weights;

use std::collections::BTreeMap;

use shapewright::graph::{AttributeValue, Model, NodeId, ValueId};
use shapewright::write::openvino::{self, Ir};
use shapewright::write::{NewConstant, Rewrite, WriteError};
use shapewright::{AnalysisOptions, ElementType, ReadOptions, Source, Tensor, analyze};

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

/// The layer of this name, in any graph.
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
        let port = model.name(model.output_port(output).id).to_owned();
        ((model.name(model.node(n).name).to_owned(), port), model.load(id).expect("its elements"))
    };
    nodes.map(constant).collect()
}

/// Reads the result: it has no finding, and contains these constants.
fn read_back(ir: &Ir, expected: &[(&str, &str, Tensor)]) -> Model {
    let model = read(ir.xml.to_bytes().to_vec(), &ir.weights.to_bytes());
    let findings = analyze(&model, &AnalysisOptions { run_lints: false, ..AnalysisOptions::default() }).findings;
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
