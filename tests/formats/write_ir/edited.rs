//! Edited models: what changed is written, and nothing else.

use shapewright::graph::{At, Format, NewNode, Operand, Use};
use shapewright::write::openvino::edited;
use shapewright::write::{ExternalDataPolicy, write};
use shapewright::{Shape, ValueType};

use super::*;

const WEIGHTS: [u8; 4] = [0, 60, 0, 64];

fn main_graph(model: &Model) -> shapewright::graph::GraphId {
    model.main_graph().expect("a main graph")
}

fn written(model: &Model) -> Ir {
    edited(model).expect("it can be written")
}

const RELU_NEEDS: &str = "\n\t\t<edge from-layer=\"0\" from-port=\"0\" to-layer=\"5\" to-port=\"0\" />";

#[test]
fn what_was_not_edited_is_the_same() {
    let mut model = read(LAYERS, &WEIGHTS);
    assert_eq!(text(&written(&model)), LAYERS);
    // Edits that were taken back leave marks, but no changes.
    let (y, w) = (layer(&model, "y"), output(&model, "w", 0));
    let tried: Result<(), ()> = model.transaction(|model| {
        model.set_input(y, 0, w).expect("w is available");
        model.rename_node(y, "z");
        model.set_attribute(y, "auto_broadcast", "none");
        Err(())
    });
    assert!(tried.is_err());
    let ir = written(&model);
    assert_eq!((text(&ir).as_str(), &ir.weights.to_bytes()[..]), (LAYERS, &WEIGHTS[..]));
}

#[test]
fn an_inserted_layer_is_added_at_the_end() {
    let mut model = read(LAYERS, &WEIGHTS);
    let (x, y) = (output(&model, "x", 0), layer(&model, "y"));
    let relu = model.insert(At::Before(y), NewNode::new("Relu").name("a<b").input(x)).expect("x is available");
    let relu = model.outputs(relu).next().expect("an output");
    model.set_input(y, 0, relu).expect("relu is available");
    let new = "\t\t<layer id=\"5\" name=\"a&lt;b\" type=\"ReLU\" version=\"opset1\">
\t\t\t<input>
\t\t\t\t<port id=\"0\" precision=\"FP32\">
\t\t\t\t\t<dim>2</dim>
\t\t\t\t</port>
\t\t\t</input>
\t\t\t<output>
\t\t\t\t<port id=\"1\" precision=\"dynamic\" />
\t\t\t</output>
\t\t</layer>
\t</layers>";
    let first = "<port id=\"0\" precision=\"FP32\"><dim>2</dim></port>\n\t\t\t\t<port id=\"1\" precision=\"FP32\">";
    let expected = replaced(
        LAYERS,
        &[
            ("\t</layers>", new),
            // The port recorded the type of what it read before.
            (first, "<port id=\"0\" />\n\t\t\t\t<port id=\"1\" precision=\"FP32\">"),
            (
                "<edge from-layer=\"0\" from-port=\"0\" to-layer=\"3\"",
                "<edge from-layer=\"5\" from-port=\"1\" to-layer=\"3\"",
            ),
            ("\n\t</edges>", &format!("{RELU_NEEDS}\n\t</edges>")),
        ],
    );
    assert_eq!(text(&written(&model)), expected);
    // With its type declared, it is written as OpenVINO writes it.
    model.declare(relu, ValueType::tensor(ElementType::F32, Shape::from_dims([2u64])));
    let typed = "\t\t\t\t<port id=\"1\" precision=\"FP32\">\n\t\t\t\t\t<dim>2</dim>\n\t\t\t\t</port>";
    let expected = expected.replace("\t\t\t\t<port id=\"1\" precision=\"dynamic\" />", typed);
    assert_eq!(text(&written(&model)), expected);
    read_back(&written(&model), &[]);
}

#[test]
fn a_replaced_and_a_removed_layer() {
    let mut model = read(LAYERS, &WEIGHTS);
    let (w, y) = (output(&model, "w", 0), layer(&model, "y"));
    let weights = Tensor::new([2], vec![3.0f32, 4.0]).expect("a tensor");
    let constant = model.add_constant(main_graph(&model), "w2", &weights).expect("a new name");
    let x = output(&model, "x", 0);
    model.replace_node(y, NewNode::new("Add").opset(1).inputs([x, constant])).expect("one output");
    let convert = layer(&model, "w/fp32 & more");
    assert_eq!(model.remove_unused(convert), 2);
    assert!(model.is_removed_value(w));
    let ir = written(&model);
    let cut = between(LAYERS, "\n\t\t<layer id=\"1\"", "</layer>").to_owned();
    let also = between(LAYERS, "\n\t\t<layer id=\"2\"", "</layer>").to_owned();
    let new = "\t\t<layer id=\"5\" name=\"w2\" type=\"Const\" version=\"opset1\">
\t\t\t<data element_type=\"f32\" shape=\"2\" offset=\"0\" size=\"8\" />
\t\t\t<output>
\t\t\t\t<port id=\"0\" precision=\"FP32\">
\t\t\t\t\t<dim>2</dim>
\t\t\t\t</port>
\t\t\t</output>
\t\t</layer>
\t</layers>";
    let ports = "<port id=\"0\" precision=\"FP32\"><dim>2</dim></port>\n\t\t\t\t<port id=\"1\" precision=\"FP32\"><dim>2</dim></port>";
    let expected = replaced(
        LAYERS,
        &[
            (&cut, ""),
            (&also, ""),
            ("'Multiply'", "'Add'"),
            ("\n\t\t\t<data auto_broadcast=\"numpy\"/>", ""),
            (ports, "<port id=\"0\" precision=\"FP32\"><dim>2</dim></port>\n\t\t\t\t<port id=\"1\" />"),
            (
                "<port id=\"2\" precision=\"FP32\" names=\"y\"><dim>2</dim></port>",
                "<port id=\"2\" precision=\"dynamic\" names=\"y\" />",
            ),
            ("\t</layers>", new),
            ("\n\t\t<edge from-layer=\"1\" from-port=\"0\" to-layer=\"2\" to-port=\"0\" />", ""),
            (
                "to-port=\"1\" to-layer=\"3\" from-port=\"1\" from-layer=\"2\"",
                "to-port=\"1\" to-layer=\"3\" from-port=\"0\" from-layer=\"5\"",
            ),
        ],
    );
    assert_eq!(text(&ir), expected);
    assert_eq!(ir.weights.to_bytes(), bytes(&weights));
    read_back(&ir, &[("w2", "0", weights)]);
}

#[test]
fn attributes_names_and_values_are_edited_in_place() {
    let mut model = read(LAYERS, &WEIGHTS);
    let (y, w) = (layer(&model, "y"), layer(&model, "w"));
    model.set_attribute(y, "auto_broadcast", "a\"<&>'");
    model.rename_node(y, "it's");
    model.rename_node(layer(&model, "y/sink"), "the end");
    let one = Tensor::new([1], vec![0x3C00u16]).expect("a tensor");
    model.set_attribute(w, "value", one.clone());
    // The declared type would be written.
    model.remove_declaration(output(&model, "w", 0));
    let ir = written(&model);
    let expected = replaced(
        LAYERS,
        &[
            ("<data auto_broadcast=\"numpy\"/>", "<data auto_broadcast=\"a&quot;&lt;&amp;&gt;'\" />"),
            ("name=\"y\"", "name=\"it's\""),
            ("name=\"y/sink\"", "name=\"the end\""),
            (
                "element_type=\"f16\" shape=\"2\" offset=\"0\" size=\"4\"",
                "element_type=\"u16\" shape=\"1\" offset=\"0\" size=\"2\"",
            ),
            (
                "precision=\"FP16\">\n\t\t\t\t\t<dim>2</dim>\n\t\t\t\t</port>\n\t\t\t</output>\n\t\t</layer>\n\n",
                "precision=\"U16\">\n\t\t\t\t\t<dim>1</dim>\n\t\t\t\t</port>\n\t\t\t</output>\n\t\t</layer>\n\n",
            ),
        ],
    );
    assert_eq!(text(&ir), expected);
    assert_eq!(constants(&read(text(&ir), &ir.weights.to_bytes())).get(&("w".to_owned(), "0".to_owned())), Some(&one));
}

#[test]
fn outputs_keep_their_names() {
    let mut model = read(LAYERS, &WEIGHTS);
    let graph = main_graph(&model);
    let y = output(&model, "y", 0);
    let relu = model.insert(At::End(graph), NewNode::new("Relu").input(y).output("own")).expect("y is available");
    let relu = model.outputs(relu).next().expect("an output");
    let is_output = |used| matches!(used, Use::Output { .. });
    model.replace_uses_if(y, relu, is_output).expect("relu is available");
    let names = |model: &Model, value| model.name(model.output_port(value).tensor_names).to_owned();
    assert_eq!((names(&model, y).as_str(), names(&model, relu).as_str()), ("", "y,own"));
    // An input keeps its names, and so does a value that is also another output.
    let x = output(&model, "x", 0);
    model.set_output(graph, 0, x).expect("x is available");
    assert_eq!((names(&model, x).as_str(), names(&model, relu).as_str()), ("y,own,x", ""));
    model.set_output(graph, 0, relu).expect("relu is available");
    assert_eq!((names(&model, x).as_str(), names(&model, relu).as_str()), ("y,own,x", ""));
}

#[test]
fn outputs_of_version_10_keep_the_names_of_their_layers() {
    let mut model = read(LAYERS.replace("version=\"11\"", "version=\"10\""), &WEIGHTS);
    let (graph, y) = (main_graph(&model), output(&model, "y", 0));
    let relu = model.insert(At::End(graph), NewNode::new("Relu").input(y)).expect("y is available");
    let value = model.outputs(relu).next().expect("an output");
    model.set_input(layer(&model, "y/sink"), 0, value).expect("relu is available");
    assert_eq!((model.value_name(value), model.value_name(y)), ("y", "Relu_1"));
    let back = read_back(&written(&model), &[]);
    let value = back.graph(main_graph(&back)).outputs[0].operand.value().expect("a value");
    let names = (back.value_name(value), back.name(back.output_port(value).tensor_names));
    assert_eq!((back.op_type(layer(&back, "y")), names), ("Relu", ("y", "y")));
}

#[test]
fn a_model_from_nothing() {
    let mut model = Model::empty(Format::OpenVinoIr, &[]);
    let graph = main_graph(&model);
    let x = model.add_input(graph, "x", "f32[?,2]".parse().expect("a type")).expect("a new name");
    let axes = model.add_constant(graph, "axes", &Tensor::new([1], vec![1i64]).expect("a tensor")).expect("a new name");
    let least = NewNode::new("ReduceMin").name("least").inputs([x, axes]).attribute("keep_dims", true).output("y");
    let least = model.insert(At::End(graph), least).expect("both are available");
    model.add_output(graph, model.outputs(least).next().expect("an output")).expect("it is available");
    let ir = written(&model);
    let expected = r#"<?xml version="1.0"?>
<net name="main" version="11">
	<layers>
		<layer id="0" name="x" type="Parameter" version="opset1">
			<data shape="?,2" element_type="f32" />
			<output>
				<port id="0" precision="FP32" names="x">
					<dim>-1</dim>
					<dim>2</dim>
				</port>
			</output>
		</layer>
		<layer id="1" name="axes" type="Const" version="opset1">
			<data element_type="i64" shape="1" offset="0" size="8" />
			<output>
				<port id="0" precision="I64">
					<dim>1</dim>
				</port>
			</output>
		</layer>
		<layer id="2" name="least" type="ReduceMin" version="opset1">
			<data keep_dims="true" />
			<input>
				<port id="0" precision="FP32">
					<dim>-1</dim>
					<dim>2</dim>
				</port>
				<port id="1" />
			</input>
			<output>
				<port id="2" precision="dynamic" names="y" />
			</output>
		</layer>
		<layer id="3" name="Result_1" type="Result" version="opset1">
			<input>
				<port id="0" />
			</input>
		</layer>
	</layers>
	<edges>
		<edge from-layer="0" from-port="0" to-layer="2" to-port="0" />
		<edge from-layer="1" from-port="0" to-layer="2" to-port="1" />
		<edge from-layer="2" from-port="2" to-layer="3" to-port="0" />
	</edges>
	<rt_info />
</net>
"#;
    assert_eq!(text(&ir), expected);
    assert_eq!(ir.weights.to_bytes()[..], 1i64.to_le_bytes());
    let whole = write(&model, &ExternalDataPolicy::Keep).expect("it can be written");
    assert_eq!(
        (whole.model.to_bytes(), whole.weights.map(|w| w.to_bytes())),
        (ir.xml.to_bytes(), Some(ir.weights.to_bytes()))
    );
    let back = read_back(&ir, &[]);
    let y = back.graph(main_graph(&back)).outputs[0].operand.value().expect("a value");
    assert_eq!(analyze(&back, &AnalysisOptions::default()).facts.ty(y).to_string(), "f32[?,1]");
}

#[test]
fn metadata_is_edited_and_added() {
    let mut model = read(LAYERS, &WEIGHTS);
    for (key, value) in [("conversion_parameters/framework", "tf"), ("a/b c/d", "1"), ("a/e", "<"), ("f", "2")] {
        model.set_metadata(key, value);
    }
    model.set_metadata("conversion_parameters/input", "x");
    let new = "<framework value=\"tf\"   />
\t\t\t<input value=\"x\" />
\t\t</conversion_parameters>
\t\t<a>
\t\t\t<info name=\"b c\">
\t\t\t\t<d value=\"1\" />
\t\t\t</info>
\t\t\t<e value=\"&lt;\" />
\t\t</a>
\t\t<f value=\"2\" />
\t</rt_info>";
    let old = between(LAYERS, "<framework", "</rt_info>");
    let ir = written(&model);
    assert_eq!(text(&ir), replaced(LAYERS, &[(old, new)]));
    let sorted = |model: &Model| {
        model.metadata().map(|(key, value)| format!("{key}={value}")).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(sorted(&read_back(&ir, &[])), sorted(&model));
}

#[test]
fn sections_that_are_missing_are_added() {
    let empty = "<net name=\"n\" version=\"11\">\n  <layers/>\n</net>\n";
    let mut model = read(empty, &[]);
    let graph = main_graph(&model);
    let x = model.add_input(graph, "x", ValueType::tensor(ElementType::F32, Shape::scalar())).expect("a new name");
    model.add_output(graph, x).expect("x is available");
    let text = text(&written(&model));
    let expected = "<net name=\"n\" version=\"11\">
  <layers>
  \t<layer id=\"0\" name=\"x\" type=\"Parameter\" version=\"opset1\">
  \t\t<data shape=\"\" element_type=\"f32\" />
  \t\t<output>
  \t\t\t<port id=\"0\" precision=\"FP32\" names=\"x\" />
  \t\t</output>
  \t</layer>
  \t<layer id=\"1\" name=\"Result_1\" type=\"Result\" version=\"opset1\">
  \t\t<input>
  \t\t\t<port id=\"0\" precision=\"FP32\" />
  \t\t</input>
  \t</layer>
  </layers>
  <edges>
    <edge from-layer=\"0\" from-port=\"0\" to-layer=\"1\" to-port=\"0\" />
  </edges>
</net>
";
    assert_eq!(text, expected);
}

#[test]
fn tabs_and_line_ends_in_values_are_written_as_references() {
    let mut model = read(LAYERS, &WEIGHTS);
    let y = layer(&model, "y");
    model.set_attribute(y, "lines", "1\n2\t3\r4");
    model.rename_node(y, "a\tb");
    let written = edited(&model).expect("it can be written").xml.to_bytes();
    let text = String::from_utf8_lossy(&written).into_owned();
    assert!(text.contains("lines=\"1&#10;2&#9;3&#13;4\"") && text.contains("name=\"a&#9;b\""), "{text}");
    // References are kept, and what is written as it is becomes a space, as in OpenVINO 2026.4.1.
    let again = read(text.clone(), &WEIGHTS);
    assert_eq!(again.name(again.node(layer(&again, "a\tb")).name), "a\tb");
    let spaced = read(text.replace("&#9;", "\t"), &WEIGHTS);
    assert_eq!(spaced.name(spaced.node(layer(&spaced, "a b")).name), "a b");
}

#[test]
fn what_ir_cannot_express_is_refused() {
    let refused = |model: &Model| edited(model).expect_err("a refusal").to_string();
    let mut model = read(LAYERS, &WEIGHTS);
    let (y, x) = (layer(&model, "y"), output(&model, "x", 0));
    model.set_inputs(y, &[Operand::Absent, Operand::Value(x)]).expect("x is available");
    let label = "layer 3 `y` (Multiply)";
    assert_eq!(refused(&model), format!("input 0 of {label} is omitted, which IR has no form for"));
    // Nothing after the last input is omitted.
    model.set_inputs(y, &[Operand::Value(x), Operand::Absent]).expect("x is available");
    assert!(edited(&model).is_ok());
    model.set_attribute(y, "two words", "1");
    assert_eq!(refused(&model), "`two words` is not a name of an XML attribute");
    model.remove_attribute(y, "two words");
    model.set_attribute(y, "bell", "1\u{7}2");
    assert_eq!(refused(&model), "IR cannot contain the control characters in \"1\\u{7}2\"");
    let mut truncated = read(LAYERS, &WEIGHTS[..2]);
    let y = layer(&truncated, "y");
    truncated.rename_node(y, "z");
    assert!(refused(&truncated).contains("weights that are missing or truncated"));
}
