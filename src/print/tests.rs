use std::sync::Arc;

use prost::Message;

use super::*;
use crate::dialect::Format;
use crate::element::ElementType;
use crate::fact::ValueType;
use crate::format::onnx::records::{GraphProto, ModelProto, OperatorSetIdProto, TensorProto};
use crate::format::options::ReadOptions;
use crate::graph::{
    Attribute, AttributeValue, BackEdge, Declaration, Graph, GraphOutput, GraphRole, InputMap, Node, OpName, Operand,
    OutputMap, OutputPort, PortMap, Storage, StoredTensor, Value, ValueRole,
};
use crate::ids::{DeclarationId, GraphId, NameId, NodeId, OpId, TensorId, ValueId};
use crate::place::{Part, Place};
use crate::shape::Shape;
use crate::source::{PackedSpan, Source};
use crate::tensor::packing;

fn read(text: &str) -> Model {
    Model::from_onnx_text(Source::from_bytes("t", text.to_owned()), &ReadOptions::default())
}

fn list(model: &Model) -> Listing {
    listing(model, &ListingOptions::default())
}

/// What the reference printer writes for a model with nearly everything in it but weights.
const EVERYTHING: &str = r#"<
   ir_version: 10,
   opset_import: ["" : 18, "my.dom" : 1],
   producer_name: "me \"too\"",
   producer_version: "1",
   domain: "d",
   model_version: 3,
   doc_string: "",
   metadata_props: ["k": "v", "l": ""]
>
"a graph" (float[N,3,?,"a b"] x, bool c, seq(map(string, int64[])) s, optional(sparse_tensor(float16[2])) o,  untyped) => (float[] y, string "z 1") 
   <
      int64[2] axes =  {0,-1},
      float scale =  {0.5},
      string[2] names = {"a", "\"b\\"},
      float16[1] h =  {1.0},
      float[N,M] t,
       "1"
   >
{
   [first] t, "", u = Split <axis: int = 1, num_outputs: int = 3> (x)
   "1" = my.dom.Op:two <a: floats = [1, -0.25, 1e-05, nan, -inf], b: strings = ["p", "q"], c: string = "it", d: ints = [], e: type_proto = float[2], f: tensor = int64[1] the_name {7}, g: tensor = float {3}> (t, "", scale)
   [if] y = If (c) <else_branch: graph = e () => (float q) {
      q = If (c) <then_branch: graph = t2 () => (float r) 
         <
            float k =  {1}
         >
{
         r = Identity (k)
      }, else_branch: graph = e2 () => (v) {
         v = A ()
      }>
   }, then_branch: graph = "t 3" () => (w) {
      w = B ()
   }>
   [cat] "z 1" = my.dom.f <beta: float = 2> (names)
}
<
  domain: "my.dom",
  opset_import: ["" : 18]
>
f <alpha,gamma>(a) => (b)
{
   b = Op <k: int = @alpha, l: tensor = @gamma> (a)
}"#;

#[test]
fn a_model_without_weights_is_what_the_reference_printer_writes() {
    // The reference printer writes outputs and values without a type with a space where the type would be.
    let want = EVERYTHING.replace("=> (v)", "=> ( v)").replace("=> (w)", "=> ( w)");
    let model = read(EVERYTHING);
    assert_eq!(list(&model).text, want);
    assert_eq!(list(&read(&want)).text, want);
}

#[test]
fn what_the_reference_has_no_form_for_is_read_back() {
    let text = r#"<
   ir_version: 10,
   opset_import: ["" : 18]
>
g (float x,  "float") => (float y) {
   y = "a:b"."c.d":"e f" <"g h": int = 1, i-j: sparse_tensor = sparse_tensor(float[5]) {float[1] {2}, int64[1] {3}}, k: undefined = > (x)
   = A ()
   z = "" ()
   w = d."" ()
}
<
  domain: "d",
  overload: "o",
  opset_import: ["" : 18,"d" : 2]
>
f <alpha,beta: float = 0.5,gamma: ints = [1, 2]>(a, "b 1") => (c)
   <
      float[N] a
   >
{
   c = Op (a)
}"#;
    let want = text.replace("z = \"\" ()", "z =  ()").replace("   = A", "    = A");
    let model = read(text);
    let listing = list(&model);
    assert_eq!(listing.text, want);
    assert_eq!(list(&read(&listing.text)).text, want);
}

#[test]
fn an_undefined_element_type_is_read_back() {
    let attributes = "a: tensor = undefined {…}, b: tensor = undefined t {…}, c: tensor = undefined[2] {…}, \
        d: tensors = [undefined {…}, float {1}], e: type_proto = undefined, f: type_protos = [undefined, undefined[2]]";
    let text = format!(
        "<\n   ir_version: 10,\n   opset_import: [\"\" : 18]\n>\ng () => ( y) {{\n   y = A <{attributes}> ()\n}}"
    );
    let model = read(&text);
    let codes: Vec<&str> = model.findings().iter().map(|finding| finding.rule.code()).collect();
    assert_eq!(codes, ["TN102", "TN102", "TN102", "TN102", "GR114"]);
    assert_eq!(list(&model).text, text);
}

/// A binary model with one initializer that holds raw data.
fn raw(data_type: i32, dims: &[i64], data: &[u8]) -> Model {
    let tensor = TensorProto {
        name: Some("w".into()),
        data_type: Some(data_type),
        dims: dims.to_vec(),
        raw_data: Some(data.to_vec().into()),
        ..TensorProto::default()
    };
    let graph = GraphProto { name: Some("g".into()), initializer: vec![tensor], ..GraphProto::default() };
    let opset = OperatorSetIdProto { domain: None, version: Some(18) };
    let model =
        ModelProto { ir_version: Some(10), graph: Some(graph), opset_import: vec![opset], ..ModelProto::default() };
    Model::from_onnx(Source::from_bytes("m", model.encode_to_vec()), &ReadOptions::default())
}

/// The initializer as it stands in a listing.
fn written(model: &Model, weights: bool) -> String {
    let text = listing(model, &ListingOptions { weights, hashes: true }).text;
    let start = text.find("   <\n").map_or(0, |i| i + 5);
    text[start..].split("\n   >\n").next().unwrap_or("").trim_start().to_owned()
}

#[test]
fn elements_of_every_type_are_written_by_value() {
    for (data_type, dims, data, want) in [
        (1, &[2][..], &[0, 0, 128, 63, 0, 0, 0, 128][..], "float[2] w =  {1,-0}"),
        (11, &[], &[0x9a, 0x99, 0x99, 0x99, 0x99, 0x99, 0xb9, 0x3f], "double w =  {0.1}"),
        (10, &[2], &[0, 60, 0, 188], "float16[2] w =  {1.0,-1.0}"),
        (16, &[1], &[128, 191], "bfloat16[1] w =  {-1.0}"),
        (3, &[2], &[255, 1], "int8[2] w =  {-1,1}"),
        (2, &[2], &[255, 1], "uint8[2] w =  {255,1}"),
        (5, &[1], &[255, 255], "int16[1] w =  {-1}"),
        (4, &[1], &[255, 255], "uint16[1] w =  {65535}"),
        (6, &[1], &[254, 255, 255, 255], "int32[1] w =  {-2}"),
        (12, &[1], &[254, 255, 255, 255], "uint32[1] w =  {4294967294}"),
        (7, &[1], &[255; 8], "int64[1] w =  {-1}"),
        (13, &[1], &[255; 8], "uint64[1] w =  {18446744073709551615}"),
        (9, &[2], &[1, 0], "bool[2] w =  {1,0}"),
        (14, &[1], &[0, 0, 128, 63, 0, 0, 0, 64], "complex64[1] w =  {1,2}"),
        (17, &[2], &[56, 200], "float8e4m3fn[2] w =  {1.0,-4.0}"),
        (24, &[1], &[127], "float8e8m0[1] w =  {1.0}"),
        // From the lowest bits up.
        (22, &[3], &[0x21, 0x0f], "int4[3] w =  {1,2,-1}"),
        (23, &[2], &[0x21], "float4e2m1[2] w =  {0.5,1.0}"),
        (25, &[5], &[0b1110_0100, 1], "uint2[5] w =  {0,1,2,3,1}"),
        // Six bits each from the lowest up: 1, 2, 63.
        (27, &[3], &[0b1000_0001, 0b1111_0000, 0b11], "float6e2m3[3] w =  {0.125,0.25,-7.5}"),
        (1, &[2, 0], &[], "float[2,0] w =  {}"),
    ] {
        let model = raw(data_type, dims, data);
        assert_eq!(model.findings().iter().map(|f| &f.message).collect::<Vec<_>>(), [""; 0]);
        assert_eq!(written(&model, false), want);
    }
}

/// Every element of the types that the reference writes as bits: listed, read and listed again, its bits are the same,
/// including the sign of zero and of NaN, subnormal numbers, and NaN with a payload.
#[test]
fn elements_by_value_are_read_back_bit_for_bit() {
    for data_type in [10, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28] {
        let element = ElementType::from_onnx(data_type.into()).expect("a type");
        let codes: Vec<u16> = (0..=((1u32 << element.bits()) - 1) as u16).collect();
        // In runs of 64, so that a NaN with a payload, which is written as bits, does not make all elements bits.
        for run in codes.chunks(64) {
            let bytes: Vec<u8> = match element.bits() {
                16 => run.iter().flat_map(|code| code.to_le_bytes()).collect(),
                _ => packing::pack_codes(element, &run.iter().map(|&code| code as u8).collect::<Vec<_>>()),
            };
            let model = raw(data_type, &[run.len() as i64], &bytes);
            let text = listing(&model, &ListingOptions { weights: true, hashes: true }).text;
            let again = read(&text);
            assert_eq!(again.findings().iter().map(|f| &f.message).collect::<Vec<_>>(), [""; 0], "{text}");
            let tensor = again.load(TensorId::at(0)).expect("elements");
            assert_eq!(tensor.packed().as_deref(), Some(&bytes[..]), "{text}");
            assert_eq!(listing(&again, &ListingOptions { weights: true, hashes: true }).text, text);
        }
    }
}

#[cfg(feature = "cli")]
#[test]
fn data_of_more_than_a_few_elements_is_hashed() {
    let model = raw(2, &[9], b"shapewrig");
    // sha256("shapewrig")
    let hash = "6d7d1cdb9a20db91159be67d2896949fefb78afce80ab86db77c8c661b5ff411";
    assert_eq!(written(&model, false), format!("uint8[9] w = {{… sha256:{hash}}}"));
    assert_eq!(written(&model, true), "uint8[9] w =  {115,104,97,112,101,119,114,105,103}");
    // A listing of the listing says the same, and knows type and shape.
    let again = read(&list(&model).text);
    assert_eq!(list(&again).text, list(&model).text);
    assert_eq!(again.findings().iter().map(|f| &f.message).collect::<Vec<_>>(), [""; 0]);
    assert_eq!(again.tensor(TensorId::at(0)).shape(), Shape::from_dims([9u64]));
    // Without hashes every place is the same.
    let unhashed = listing(&model, &ListingOptions { weights: false, hashes: false }).text;
    assert_eq!(unhashed, list(&model).text.replace(hash, &".".repeat(64)));
}

#[cfg(feature = "cli")]
#[test]
fn long_texts_are_left_out() {
    let text = format!(
        "<ir_version: 10, opset_import: [\"\" : 18]> g () => () <string[1] w = {{\"{}\"}}> {{}}",
        "x".repeat(300)
    );
    assert!(written(&read(&text), false).starts_with("string[1] w = {… sha256:"));
    assert_eq!(written(&read(&text), true), format!("string[1] w = {{\"{}\"}}", "x".repeat(300)));
}

/// The text at a place of a listing.
fn at(listing: &Listing, model: &Model, place: Place) -> String {
    let span = listing.locate(model, &place).expect("a place in the listing");
    let line = listing.text.split('\n').nth(span.line as usize - 1).expect("a line");
    line.chars().skip(span.column as usize - 1).take((span.end_column - span.column) as usize).collect()
}

#[test]
fn places_point_at_tokens() {
    let model = read(EVERYTHING);
    let listing = list(&model);
    let main = model.main_graph().expect("a graph");
    let named = |name: &str| model.nodes_of(main).find(|&n| model.name(model.node(n).name) == name).expect(name);
    let part = |node, part| at(&listing, &model, Place::node(main, node).part(part));
    let first = named("first");
    assert_eq!(part(first, Part::Input(0)), "x");
    assert_eq!(part(first, Part::Element(0, 3)), "x");
    assert_eq!((part(first, Part::Output(1)), part(first, Part::Output(2))), ("\"\"".into(), "u".into()));
    assert_eq!(part(first, Part::Whole), "[first] t, \"\", u = Split <axis: int = 1, num_outputs: int = 3> (x)");
    let attribute = |name| Part::Attribute(model.names().find(name).expect(name));
    assert_eq!(part(first, attribute("num_outputs")), "num_outputs: int = 3");
    // An attribute that is not there is the node's.
    assert_eq!(part(first, Part::Attribute(model.names().find("beta").expect("beta"))), part(first, Part::Whole));
    // Of what goes over several lines the first is meant; what follows a body is found behind it.
    let branches = named("if");
    assert_eq!(part(branches, attribute("else_branch")), "else_branch: graph = e () => (float q) {");
    assert_eq!(part(branches, attribute("then_branch")), "then_branch: graph = \"t 3\" () => ( w) {");
    assert_eq!(part(branches, Part::Input(0)), "c");
    let value = |name: &str| model.values_of(main).find(|&v| model.value_name(v) == name).expect(name);
    let of = |name: &str| at(&listing, &model, Place::value(main, value(name)));
    assert_eq!(
        (of("x"), of("axes"), of("u")),
        ("float[N,3,?,\"a b\"] x".into(), "int64[2] axes =  {0,-1}".into(), "u".into())
    );
    let name = |name: &str| Place::graph(main).part(Part::Name(model.names().find(name).expect(name)));
    assert_eq!(
        (at(&listing, &model, name("y")), at(&listing, &model, name("t"))),
        ("float[] y".into(), "float[N,M] t".into())
    );
    // The record of a declaration decides where a value has several.
    let declared = model.value_infos(main)[0].declaration;
    let place = Place::value(main, value("t")).at(model.declaration(declared).span);
    assert_eq!(at(&listing, &model, place), "float[N,M] t");
    assert_eq!(at(&listing, &model, Place::graph(main)), "\"a graph\"");
    assert_eq!(listing.locate(&model, &Place::FILE), None);
    let body = GraphId::at(model.graphs().position(|g| model.name(model.graph(g).name) == "t2").expect("t2"));
    let inner = model.nodes_of(body).next().expect("a node");
    assert_eq!(at(&listing, &model, Place::node(body, inner).part(Part::Input(0))), "k");
    assert_eq!(listing.locate(&model, &Place::node(body, inner)).map(|s| (s.line, s.column)), Some((29, 10)));
}

#[test]
fn columns_count_scalar_values() {
    let text = "<ir_version: 10, opset_import: [\"\" : 18]> g (float \"ä€\") => (float y) { y = A (\"ä€\", \"ä€\") }";
    let model = read(text);
    let listing = list(&model);
    let place = Place::node(GraphId::at(0), NodeId::at(0)).part(Part::Input(1));
    let span = listing.locate(&model, &place).expect("a place");
    assert_eq!((span.line, span.column, span.end_column), (6, 17, 21));
    assert_eq!(at(&listing, &model, place), "\"ä€\"");
}

#[test]
fn places_in_long_lines_are_found() {
    // Offsets past several steps of the count of characters, with characters of two bytes.
    let initializers: Vec<String> = (0..3_000).map(|i| format!("float[1] \"é{i}\" = {{{i}}}")).collect();
    let text = format!("<ir_version: 10, opset_import: [\"\" : 18]> g () => () <{}> {{}}", initializers.join(", "));
    let model = read(&text);
    let listing = list(&model);
    for i in [0, 1, 1_500, 2_999] {
        let place = Place::value(GraphId::at(0), ValueId::at(i));
        assert_eq!(at(&listing, &model, place), format!("float[1] \"é{i}\" =  {{{i}}}"));
    }
}

#[test]
fn bodies_within_bodies_are_listed_without_recursion() {
    let depth = 900;
    let body = "y = If (c) <then_branch: graph = t () => (float y) {\n";
    let text = format!(
        "<ir_version: 10, opset_import: [\"\" : 18]> g (bool c) => (float y) {{ {}y = A() {}}}",
        body.repeat(depth),
        "}>".repeat(depth)
    );
    let model = read(&text);
    let listing = list(&model);
    assert_eq!(listing.text.matches("If (c)").count(), depth);
    assert_eq!(list(&read(&listing.text)).text, listing.text);
    let last = NodeId::at(model.nodes.len() - 1);
    let place = Place::node(model.node(last).graph, last);
    assert_eq!(at(&listing, &model, place), "y = A ()");
}

#[test]
fn an_unreadable_file_has_an_empty_listing() {
    assert_eq!(list(&read("hello")).text, "");
}

/// Fills an IR model, layer by layer.
struct Ir(Model);

impl Ir {
    fn attribute(&mut self, name: &str, value: AttributeValue) {
        let name = self.0.names.intern(name);
        self.0.attributes.push(Attribute { name, value, span: Span::default() });
    }

    /// A layer `id name = type:opset (inputs)` with output ports; `attributes` of it are those from a position on.
    fn layer(&mut self, op: (&str, &str), id: &str, name: &str, inputs: &[usize], ports: &[&str], attributes: usize) {
        let model = &mut self.0;
        let node = NodeId::at(model.nodes.len());
        let [ty, name, layer] = [op.0, name, id].map(|t| model.names.intern(t));
        let version = op.1.strip_prefix("opset").and_then(|v| v.parse().ok());
        let domain = if version.is_some() { NameId::EMPTY } else { model.names.intern(op.1) };
        model.ops.push(OpName { domain, name: ty, written: ty, overload: NameId::EMPTY, version, function: None });
        let (operands, values) = (model.operands.len() as u32, model.values.len() as u32);
        let operand = |&i: &usize| if i < 99 { Operand::Value(ValueId::at(i)) } else { Operand::Absent };
        model.operands.extend(inputs.iter().map(operand));
        for port in ports {
            let (graph, role, id) = (GraphId::at(0), ValueRole::Output(node), model.names.intern(port));
            let declaration = if inputs.is_empty() { Some(DeclarationId::at(0)) } else { None };
            let port = model.add_output_port(OutputPort { id, ..OutputPort::default() });
            model.values.push(Value { graph, name, role, declaration, port });
        }
        let (op, graph, span) = (OpId::at(model.ops.len() - 1), GraphId::at(0), Span::default());
        let (inputs, outputs) = (operands..model.operands.len() as u32, values..model.values.len() as u32);
        let attributes = attributes as u32..model.attributes.len() as u32;
        model.nodes.push(Node { graph, op, name, layer, inputs, outputs, attributes, place: PackedSpan::new(span) });
    }

    fn graph(&mut self, name: &str, role: GraphRole, nodes: std::ops::Range<u32>, values: std::ops::Range<u32>) {
        let name = self.0.names.intern(name);
        let output = |value| GraphOutput { operand: value, name: NameId::EMPTY, declaration: None, node: None };
        let outputs = values.clone().last().map(|v| output(Operand::Value(ValueId::at(v as usize))));
        let inputs = values.clone().take(1).map(|v| ValueId::at(v as usize)).collect();
        let (outputs, span) = (outputs.into_iter().collect(), Span::default());
        self.0.graphs.push(Graph { name, role, nodes, values, inputs, outputs, span });
    }
}

fn port_map() -> PortMap {
    let (span, external) = (Span::default(), Some(0));
    let slice = crate::graph::Slicing { axis: 1, start: 0, end: -1, stride: 1, part_size: 1 };
    let input = InputMap { external, parameter: Some(2), slice: None, current_iteration: false, span };
    let output = OutputMap { external, result: Some(1), concat: Some(slice), execution_condition: false, span };
    PortMap {
        inputs: vec![input],
        outputs: vec![output],
        back_edges: vec![BackEdge { result: Some(0), parameter: None }],
    }
}

/// A Parameter, a Const, a layer with two outputs, two layers of one name, one without, a loop.
fn ir() -> Model {
    let mut ir = Ir(Model::new(Source::from_bytes("m.xml", ""), Format::OpenVinoIr));
    ir.0.ir_version = Some(11);
    let ty = Arc::new(ValueType::tensor(
        ElementType::F32,
        Shape::from_dims([crate::dim::Dim::exact(4), crate::dim::Dim::interval(1, 4)]),
    ));
    ir.0.declarations.push(Declaration { ty, span: Span::default() });
    let storage = Storage::Owned(1i64.to_le_bytes().to_vec().into());
    let (name, element) = (ir.0.names.intern("axis"), Some(ElementType::I64));
    ir.0.tensors.push(StoredTensor { name, element, sizes: Some(Arc::new([])), storage, span: Span::default() });
    ir.layer(("Parameter", "opset1"), "0", "x", &[], &["0"], 0);
    ir.attribute("value", AttributeValue::Tensor(TensorId::at(0)));
    ir.layer(("Const", "opset1"), "1", "axis", &[], &["0"], 0);
    let two = ir.0.names.intern("2");
    ir.attribute("num_splits", AttributeValue::Text(two));
    ir.layer(("Split", "opset1"), "2", "split", &[0, 1], &["2", "3"], 1);
    ir.layer(("Relu", "opset1"), "3", "relu", &[2], &["1"], 2);
    ir.layer(("Relu", "opset1"), "4", "relu", &[3], &["1"], 2);
    ir.layer(("Mine", "extension"), "5", "", &[4, 99], &["2"], 2);
    ir.attribute("body", AttributeValue::Graph(GraphId::at(1)));
    ir.attribute("port_map", AttributeValue::PortMap(Arc::new(port_map())));
    ir.layer(("Loop", "opset5"), "6", "loop", &[5], &["1"], 2);
    ir.layer(("Result", "opset1"), "7", "out", &[7], &[], 4);
    ir.graph("net", GraphRole::Main, 0..8, 0..8);
    let role = GraphRole::Body { owner: NodeId::at(6), attribute: ir.0.names.intern("body"), index: 0 };
    ir.graph("", role, 8..8, 8..8);
    ir.0
}

#[test]
fn ir_is_written_in_the_same_syntax() {
    let model = ir();
    let listing = list(&model);
    insta::assert_snapshot!(listing.text, @r#"
    <
       ir_version: 11,
       opset_import: ["openvino" : 5]
    >
    net (float[4,1..4] x) => ( loop) 
       <
          float[4,1..4] axis
       >
    {
       [x] x = openvino.Parameter:opset1 ()
       [axis] axis = openvino.Const:opset1 <value: tensor = int64 {1}> ()
       [split] "split:2", "split:3" = openvino.Split:opset1 <num_splits: string = "2"> (x, axis)
       [relu] relu = openvino.Relu:opset1 ("split:2")
       [relu] "4:1" = openvino.Relu:opset1 ("split:3")
       "5:2" = openvino.Mine:extension (relu, "")
       [loop] loop = openvino.Loop:opset5 ("4:1") <body: graph = body () => () {
       }, port_map: strings = ["input 0 -> parameter 2", "result 1 -> output 0, axis 1, start 0, end -1, stride 1, part_size 1", "result 0 -> parameter ?"]>
       [out]  = openvino.Result:opset1 (loop)
    }
    "#);
    let place = Place::node(GraphId::at(0), NodeId::at(6)).part(Part::Input(0));
    assert_eq!(at(&listing, &model, place), "\"4:1\"");
    let map = model.names().find("port_map").expect("port_map");
    let place = Place::node(GraphId::at(0), NodeId::at(6)).part(Part::Attribute(map));
    assert!(at(&listing, &model, place).starts_with("port_map: strings = ["));
}

/// A file has the name of a layer once, and a listing has it wherever a value of the layer is read.
#[test]
fn a_long_name_of_a_layer_is_listed_once() {
    let listed = |length: usize, readers: usize| {
        let name = "n".repeat(length);
        let layer = |id: usize, name: &str, kind: &str| {
            format!(
                "<layer id=\"{id}\" name=\"{name}\" type=\"{kind}\" version=\"opset1\"><input><port id=\"0\"/></input>\
                 <output><port id=\"1\"/></output></layer>"
            )
        };
        let edge = |to: usize| format!("<edge from-layer=\"7\" from-port=\"1\" to-layer=\"{to}\" to-port=\"0\"/>");
        let read = 8..8 + readers;
        let text = format!(
            "<net name=\"m\" version=\"11\"><layers>{}{}</layers><edges>{}</edges></net>",
            layer(7, &name, "ReLU"),
            read.clone().map(|id| layer(id, &format!("r{id}"), "ReLU")).collect::<String>(),
            read.map(edge).collect::<String>()
        );
        let model = Model::read(Source::from_bytes("m.xml", text), &ReadOptions::default());
        let text = list(&model).text;
        (text.matches(&name).count(), text.matches("(\"7:1\")").count())
    };
    // The name of the layer, the type and the name of its output, and the two readers.
    assert_eq!(listed(1_024, 2), (5, 0));
    assert_eq!(listed(1_025, 2), (1, 2));
    // Very many readers would have most of the text.
    assert_eq!([256, 257].map(|length| listed(length, 40)), [(3 + 40, 0), (3 + 40, 0)]);
    assert_eq!([1_024, 256].map(|length| listed(length, 40)), [(1, 40), (3 + 40, 0)]);
}

#[test]
fn an_edited_model_is_listed_as_it_is() {
    let mut model = read(
        "<ir_version: 10, opset_import: [\"\" : 18]> g (float[2] x) => (float[2] y)\n\
         <float[2] w = {1, 2}, float[2] h, float[2] gone> { h = Mul (x, w)  gone = Abs (h)  y = Neg (h) }",
    );
    let graph = model.main_graph().expect("a main graph");
    let nodes: Vec<NodeId> = model.nodes_of(graph).collect();
    let [h, w] = [model.outputs(nodes[0]).next(), model.inputs(nodes[0])[1].value()].map(|v| v.expect("a value"));
    model.remove(nodes[1]).expect("nothing reads it");
    model.rename_value(h, "product").expect("a new name");
    model.rename_value(w, "weights").expect("a new name");
    let tensor = crate::tensor::Tensor::new([2], vec![3.0f32, 4.0]).expect("two elements");
    let added = model.add_constant(graph, "added", &tensor).expect("a new name");
    model.set_input(nodes[2], 0, added).expect("it is available");
    let text = list(&model).text;
    assert!(
        text.contains("float[2] weights =  {1,2},\n      float[2] added =  {3,4},\n      float[2] product\n"),
        "{text}"
    );
    assert!(!text.contains("gone"), "{text}");
    assert_eq!(list(&read(&text)).text, text);
}
