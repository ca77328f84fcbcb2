//! Writing ONNX files: everything outside a rewrite is preserved byte for byte.

use std::collections::BTreeMap;

use onnx_protobuf::Message as _;
use prost::Message as _;
use shapewright::graph::{AttributeValue, Model, NodeId, ValueId, ValueRole};
use shapewright::write::onnx::{self, ExternalDataPolicy, external_files};
use shapewright::write::{NewConstant, Rewrite, WriteError};
use shapewright::{AnalysisOptions, ReadOptions, Source, Tensor, analyze};

use crate::build::onnx_build as b;
use crate::onnx_proto::{self as proto, GraphProto, ModelProto, NodeProto, TensorProto};

fn read(bytes: &[u8]) -> Model {
    Model::from_onnx(Source::from_bytes("m.onnx", bytes.to_vec()), &ReadOptions::default())
}

fn value(model: &Model, name: &str) -> ValueId {
    let mut values = model.graphs().flat_map(|g| model.values_of(g));
    values.find(|&v| model.value_name(v) == name).unwrap_or_else(|| panic!("no value `{name}`"))
}

/// A rewrite by the names of values: those that become constants, those whose nodes go, initializers that go.
fn rewrite_of(model: &Model, constants: &[(&str, NewConstant)], dead: &[&str], initializers: &[&str]) -> Rewrite {
    let mut rewrite = Rewrite::default();
    for (name, constant) in constants {
        rewrite.constants.push((value(model, name), constant.clone()));
    }
    let outputs = constants.iter().map(|(name, _)| *name).chain(dead.iter().copied());
    rewrite.nodes = outputs.map(|name| model.producer(value(model, name)).expect("a node")).collect();
    rewrite.initializers = initializers.iter().map(|name| value(model, name)).collect();
    rewrite.constants.sort_by_key(|(value, _)| *value);
    rewrite.nodes.sort();
    rewrite.nodes.dedup();
    rewrite.initializers.sort();
    rewrite
}

fn write(model: &Model, rewrite: &Rewrite) -> Vec<u8> {
    onnx::rewrite(model, rewrite, &ExternalDataPolicy::Keep).expect("a model").to_bytes().to_vec()
}

fn refusal(bytes: &[u8], constants: &[(&str, NewConstant)], dead: &[&str]) -> WriteError {
    let model = read(bytes);
    let rewrite = rewrite_of(&model, constants, dead, &[]);
    onnx::rewrite(&model, &rewrite, &ExternalDataPolicy::Keep).expect_err("a refusal")
}

fn floats(values: &[f32]) -> NewConstant {
    NewConstant::Tensor(Tensor::new([values.len()], values.to_vec()).expect("a tensor"))
}

fn ints(values: &[i64]) -> NewConstant {
    NewConstant::Tensor(Tensor::new([values.len()], values.to_vec()).expect("a tensor"))
}

/// The tensor in the attribute `value` of the node that makes a value.
fn stored(model: &Model, name: &str) -> NewConstant {
    let node = model.producer(value(model, name)).expect("a node");
    match model.attribute(node, "value").map(|a| &a.value) {
        Some(AttributeValue::Tensor(tensor)) => NewConstant::CopiedFromFile(*tensor),
        other => panic!("{other:?}"),
    }
}

fn findings(model: &Model) -> Vec<String> {
    analyze(model, &AnalysisOptions { run_lints: false, ..AnalysisOptions::default() })
        .findings
        .iter()
        .map(|f| f.message.clone())
        .collect()
}

/// Decoders of two libraries read the same content, and the reader has no finding.
fn decode(bytes: &[u8]) -> ModelProto {
    onnx_protobuf::ModelProto::parse_from_bytes(bytes).expect("a model to the other decoder");
    let model = read(bytes);
    assert_eq!(findings(&model), [""; 0]);
    ModelProto::decode(bytes).expect("a model")
}

// Hand-made records.

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

fn field(number: u64, payload: &[u8]) -> Vec<u8> {
    [varint(number << 3 | 2), varint(payload.len() as u64), payload.to_vec()].concat()
}

/// The same with a length that is always written in three bytes.
fn padded(number: u64, payload: &[u8]) -> Vec<u8> {
    let len = payload.len();
    let length = [len as u8 | 0x80, (len >> 7) as u8 | 0x80, (len >> 14) as u8];
    [varint(number << 3 | 2), length.to_vec(), payload.to_vec()].concat()
}

fn int(number: u64, value: u64) -> Vec<u8> {
    [varint(number << 3), varint(value)].concat()
}

fn text(number: u64, text: &str) -> Vec<u8> {
    field(number, text.as_bytes())
}

fn node(inputs: &[&str], outputs: &[&str], op: &str) -> Vec<u8> {
    let inputs: Vec<u8> = inputs.iter().flat_map(|i| text(1, i)).collect();
    let outputs: Vec<u8> = outputs.iter().flat_map(|o| text(2, o)).collect();
    // The operator comes first, and there is a field that nobody knows.
    [text(4, op), text(777, "?"), inputs, outputs].concat()
}

fn info(name: &str, element: u64, sizes: &[u64]) -> Vec<u8> {
    let dims: Vec<u8> = sizes.iter().flat_map(|s| field(1, &int(1, *s))).collect();
    let tensor = [int(1, element), field(2, &dims)].concat();
    [field(2, &field(1, &tensor)), text(1, name)].concat()
}

fn floats_of(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

fn dense(name: &str, values: &[f32]) -> Vec<u8> {
    [int(1, values.len() as u64), int(2, 1), text(8, name), field(9, &floats_of(values))].concat()
}

/// The pieces of a model with many unusual features; `kept` selects which of the pieces that a rewrite may edit are
/// present.
struct Odd {
    graph: Vec<(&'static str, Vec<u8>)>,
}

impl Odd {
    fn new() -> Odd {
        let group = [varint(900 << 3 | 3), int(1, 5), text(2, "in a group"), varint(900 << 3 | 4)].concat();
        let add = [node(&["x", "w"], &["s"], "Add"), field(9, &[text(1, "key"), text(2, "value")].concat())].concat();
        let neg = [node(&["w"], &["n"], "Neg"), text(6, "doc of a node")].concat();
        Odd {
            graph: vec![
                ("unknown", text(500, "nobody knows this")),
                ("output", field(12, &info("y", 1, &[2]))),
                ("neg", padded(1, &neg)),
                ("w", padded(5, &dense("w", &[1.0, 2.0]))),
                ("group", group),
                ("abs", field(1, &node(&["n"], &["a"], "Abs"))),
                ("add", padded(1, &add)),
                ("n info", field(13, &info("n", 1, &[2]))),
                ("a info", padded(13, &info("a", 1, &[2]))),
                ("v", field(5, &[dense("v", &[3.0, 4.0]), text(12, "doc of a tensor")].concat())),
                ("n annotation", field(14, &text(1, "n"))),
                ("name", text(2, "g")),
                ("mul", field(1, &node(&["s", "a", "v"], &["y"], "Max"))),
                ("doc", padded(10, b"doc of the graph")),
                ("metadata", field(16, &[text(1, "k"), text(2, "v")].concat())),
                ("input", field(11, &info("x", 1, &[2]))),
            ],
        }
    }

    /// The model, with another piece in the place of some, or none.
    fn bytes(&self, changes: &[(&str, Vec<u8>)]) -> Vec<u8> {
        let piece = |(name, bytes): &(&'static str, Vec<u8>)| {
            changes.iter().find(|(changed, _)| changed == name).map_or_else(|| bytes.clone(), |(_, with)| with.clone())
        };
        let graph: Vec<u8> = self.graph.iter().flat_map(piece).collect();
        let graph = if changes.is_empty() { padded(7, &graph) } else { field(7, &graph) };
        let opset = padded(8, &int(2, 18));
        let after = [text(2, "tool"), int(1, 9), text(14, ""), int(99, 1)].concat();
        [text(600, "before"), opset, graph, after].concat()
    }
}

#[test]
fn empty_rewrite_gives_the_same_bytes() {
    for tail in [&b""[..], b"\0\0garbage after the model"] {
        let bytes = [Odd::new().bytes(&[]), tail.to_vec()].concat();
        assert_eq!(write(&read(&bytes), &Rewrite::default()), bytes);
    }
}

#[test]
fn everything_outside_a_rewrite_is_preserved() {
    let odd = Odd::new();
    let bytes = odd.bytes(&[]);
    let model = read(&bytes);
    assert_eq!(findings(&model), [""; 0]);
    let rewrite = rewrite_of(&model, &[("a", floats(&[-1.0, 0.5]))], &["n"], &[]);
    let added = field(5, &dense("a", &[-1.0, 0.5]));
    let v = &odd.graph.iter().find(|(name, _)| *name == "v").expect("a piece").1;
    let gone = |name| (name, Vec::new());
    let expected = odd.bytes(&[
        gone("neg"),
        gone("abs"),
        gone("n info"),
        gone("n annotation"),
        ("v", [v.clone(), added].concat()),
    ]);
    assert_eq!(write(&model, &rewrite), expected);
    assert_eq!(findings(&read(&expected)), [""; 0]);
    onnx_protobuf::ModelProto::parse_from_bytes(&expected).expect("a model to the other decoder");
}

#[test]
fn removed_initializers_remove_their_declarations() {
    let odd = Odd::new();
    let bytes = odd.bytes(&[("n info", field(13, &info("w", 1, &[2])))]);
    let model = read(&bytes);
    let rewrite = rewrite_of(&model, &[("n", floats(&[1.0, 2.0])), ("s", floats(&[3.0, 4.0]))], &[], &["w", "v"]);
    let gone = |name| (name, Vec::new());
    // New initializers stand where the last of the old ones did, in the order of the nodes.
    let added = [field(5, &dense("n", &[1.0, 2.0])), field(5, &dense("s", &[3.0, 4.0]))].concat();
    let expected = odd.bytes(&[gone("neg"), gone("add"), gone("w"), gone("n info"), ("v", added)]);
    assert_eq!(write(&model, &rewrite), expected);
}

/// Nodes are removed and constants added in every combination; an independent decoder reads the original with the same
/// edits.
#[test]
fn independent_decoder_reads_the_requested_rewrite() {
    let branch = |name: &str, out: &str| {
        let nodes = vec![b::node(&format!("{out}n = Neg(x)")), b::node(&format!("{out} = Add({out}n, {out}w)"))];
        b::graph(
            name,
            "",
            &format!("float[2] {out}"),
            vec![b::raw_floats(&format!("float[2] {out}w"), &[1.0, 2.0])],
            nodes,
        )
    };
    let nodes = vec![
        b::node("first: a = Neg(w)"),
        b::node("choice: c = If(cond)")
            .with(b::body("then_branch", branch("t", "p")))
            .with(b::body("else_branch", branch("e", "q"))),
        b::node("last: y = Sum(a, c, x)"),
    ];
    let inputs = "bool[] cond; float[2] x";
    let mut graph = b::graph("g", inputs, "float[2] y", vec![b::raw_floats("float[2] w", &[1.0, 2.0])], nodes);
    graph.value_info = b::values("float[2] a; float[2] c");
    let original = b::model(9, 18, graph);
    let bytes = original.encode_to_vec();
    let model = read(&bytes);
    let names = ["a", "c", "pn", "p", "qn", "q", "y"];
    for mask in 0..1 << names.len() {
        let chosen: Vec<&str> = (0..names.len()).filter(|i| mask >> i & 1 == 1).map(|i| names[i]).collect();
        // A value by an odd position becomes a constant, the others just go.
        let (constants, dead): (Vec<&str>, Vec<&str>) =
            chosen.iter().partition(|n| names.iter().position(|m| m == *n).is_some_and(|i| (mask + i) % 2 == 1));
        let constants: Vec<_> = constants.into_iter().map(|name| (name, floats(&[5.0, 6.0]))).collect();
        let written = write(&model, &rewrite_of(&model, &constants, &dead, &[]));
        let mut expected = original.clone();
        let made: Vec<&str> = constants.iter().map(|(name, _)| *name).collect();
        change(expected.graph.as_mut().expect("a graph"), &made, &dead);
        assert_eq!(ModelProto::decode(&*written), Ok(expected), "{chosen:?}");
    }
}

fn change(graph: &mut GraphProto, constants: &[&str], dead: &[&str]) {
    for node in &graph.node {
        let name = node.output[0].as_str();
        if constants.contains(&name) {
            graph.initializer.push(b::raw_floats(&format!("float[2] {name}"), &[5.0, 6.0]));
        }
    }
    graph.value_info.retain(|info| !dead.contains(&info.name()));
    graph.node.retain(|node| ![constants, dead].iter().any(|list| list.contains(&node.output[0].as_str())));
    for attribute in graph.node.iter_mut().flat_map(|node| &mut node.attribute) {
        if let Some(body) = &mut attribute.g {
            change(body, constants, dead);
        }
    }
}

/// An edit of the innermost of 50 bodies changes the lengths of all enclosing records, and nothing else. Changed
/// lengths are written in the shortest form; the others are preserved.
#[test]
fn lengths_of_enclosing_records_are_updated() {
    let nest = |innermost: &[u8], around: fn(u64, &[u8]) -> Vec<u8>| {
        (0..30).fold(innermost.to_vec(), |body, level| {
            let (result, other) = (format!("r{level}"), format!("e{level}"));
            let begin = |name: &str| [int(20, 5), text(1, name), text(321, "?")].concat();
            let then_branch = around(5, &[begin("then_branch"), around(6, &body)].concat());
            let negation = field(1, &node(&["x"], &[&other], "Neg"));
            let other_body = [text(2, "e"), negation, field(12, &info(&other, 1, &[2]))].concat();
            let else_branch = padded(5, &[begin("else_branch"), padded(6, &other_body)].concat());
            let choice = [then_branch, node(&["cond"], &[&result], "If"), else_branch].concat();
            [text(2, "t"), around(1, &choice), padded(12, &info(&result, 1, &[2]))].concat()
        })
    };
    let model_of = |innermost: &[u8], around: fn(u64, &[u8]) -> Vec<u8>| {
        let inputs = [field(11, &info("cond", 9, &[])), field(11, &info("x", 1, &[2]))].concat();
        [int(1, 9), field(8, &int(2, 18)), around(7, &[nest(innermost, around), inputs].concat())].concat()
    };
    let (name, output) = (text(2, "innermost"), field(12, &info("y", 1, &[2])));
    let before = [&name[..], &field(1, &node(&["x"], &["y"], "Identity")), &output].concat();
    let after = [&name[..], &output, &field(5, &dense("y", &[1.0, 2.0]))].concat();
    let model = read(&model_of(&before, padded));
    assert_eq!(findings(&model), [""; 0]);
    let written = write(&model, &rewrite_of(&model, &[("y", floats(&[1.0, 2.0]))], &[], &[]));
    assert!(written == model_of(&after, field), "{written:?}");
    assert_eq!(findings(&read(&written)), [""; 0]);
}

#[test]
fn contents_of_removed_nodes_are_skipped() {
    let branch =
        |out: &str| b::graph("b", "", &format!("float[2] {out}"), vec![], vec![b::node(&format!("{out} = Neg(x)"))]);
    let choice =
        b::node("c = If(cond)").with(b::body("then_branch", branch("p"))).with(b::body("else_branch", branch("q")));
    let graph = b::graph("g", "bool[] cond; float[2] x", "float[2] c", vec![], vec![choice]);
    let model = read(&b::model(9, 18, graph).encode_to_vec());
    let rewrite = rewrite_of(&model, &[("c", floats(&[1.0, 2.0])), ("p", floats(&[3.0, 4.0]))], &["q"], &[]);
    let written = decode(&write(&model, &rewrite)).graph.expect("a graph");
    assert_eq!((written.node.len(), written.initializer), (0, vec![b::raw_floats("float[2] c", &[1.0, 2.0])]));
}

#[test]
fn constants_in_functions_are_constant_nodes() {
    let made = b::node("k = Constant()").with(b::tensor_attribute("value", b::raw_floats("float[1] inner", &[2.0])));
    let nodes = vec![made, b::node("twice: n, unused = Split(w)"), b::node("s = Add(k, n)"), b::node("y = Mul(x, s)")];
    let mut function = b::function("local.F", "x, w", "y", 18, nodes);
    function.value_info = b::values("float[1] n; float[1] unused");
    let call = b::node("y = local.F(x, x)");
    let mut model = b::model(9, 18, b::graph("g", "float[1] x", "float[1] y", vec![], vec![call]));
    model.opset_import.push(b::opset("local", 1));
    model.functions.push(function);
    let read = read(&model.encode_to_vec());
    // What is a `Constant` node stays as it is, which node it would become again.
    let constants = [("k", stored(&read, "k")), ("n", floats(&[4.0]))];
    let written = ModelProto::decode(&*write(&read, &rewrite_of(&read, &constants, &[], &[]))).expect("a model");
    let function = &mut model.functions[0];
    function.node[1] =
        b::node("twice: n = Constant()").with(b::tensor_attribute("value", b::raw_floats("float[1]", &[4.0])));
    function.value_info.pop();
    assert_eq!(written, model);
}

#[test]
fn constants_for_several_outputs_are_consecutive() {
    let nodes = vec![b::node("n: a, , c = F.Three(x)"), b::node("y = Add(a, c)")];
    let mut model = b::model(3, 9, b::graph("g", "float[1] x", "float[1] y", vec![], nodes));
    model.opset_import.push(b::opset("F", 1));
    let read = read(&model.encode_to_vec());
    let rewrite = rewrite_of(&read, &[("a", floats(&[1.0])), ("c", floats(&[2.0]))], &[], &[]);
    let constant = |text, value| b::node(text).with(b::tensor_attribute("value", b::raw_floats("float[1]", &[value])));
    let nodes = [constant("n: a = Constant()", 1.0), constant("c = Constant()", 2.0)];
    let graph = model.graph.as_mut().expect("a graph");
    graph.node.splice(0..1, nodes);
    assert_eq!(decode(&write(&read, &rewrite)), model);
}

#[test]
fn before_ir_version_4_initializers_are_inputs() {
    let axes = b::node("k = Constant()").with(b::tensor_attribute("value", b::raw_ints("int64[1]", &[4])));
    let nodes = vec![
        axes,
        b::node("s = Shape(w)"),
        b::node("n = Neg(w)"),
        b::node("m = Mul(x, n)"),
        b::node("r = Reshape(m, s)"),
        b::node("y = Reshape(r, k)"),
    ];
    let weights = vec![b::raw_floats("float[2,2] w", &[1.0, 2.0, 3.0, 4.0])];
    let mut model = b::model(3, 7, b::graph("g", "float[2,2] x; float[2,2] w", "float[4] y", weights, nodes));
    let read = read(&model.encode_to_vec());
    let matrix = NewConstant::Tensor(Tensor::new([2, 2], vec![-1f32, -2.0, -3.0, -4.0]).expect("a tensor"));
    let constants = [("k", stored(&read, "k")), ("s", ints(&[2, 2])), ("n", matrix)];
    let written = write(&read, &rewrite_of(&read, &constants, &[], &["w"]));
    let graph = model.graph.as_mut().expect("a graph");
    // Before version 9, `Constant` makes floats only.
    graph.input = b::values("float[2,2] x; int64[2] s");
    graph.initializer = vec![b::raw_ints("int64[2] s", &[2, 2])];
    graph.node[2] = b::node("n = Constant()")
        .with(b::tensor_attribute("value", b::raw_floats("float[2,2]", &[-1.0, -2.0, -3.0, -4.0])));
    graph.node.remove(1);
    assert_eq!(ModelProto::decode(&*written), Ok(model));
}

#[test]
fn body_input_keeps_its_initializer() {
    let text = "<ir_version: 3, opset_import: [\"\" : 9]>
    g (float[2] x, int64 n, bool c) => (float[2] y) {
        y = Loop (n, c, x) <body = b (int64 i, bool k, float[2] s) => (bool k2, float[2] t) <float[2] s = {1, 2}> {
            k2 = Identity (k)
            t = Neg (x)
        }>
    }";
    let text = Model::from_onnx_text(Source::from_bytes("m.onnxtxt", text), &ReadOptions::default());
    let model = read(text.records());
    assert_eq!(write(&model, &rewrite_of(&model, &[], &[], &["s"])), text.records().to_vec());
}

#[test]
fn input_keeps_its_position_without_its_default() {
    let nodes = vec![b::node("y = Neg(x)")];
    let weights = vec![b::raw_floats("float[1] w", &[1.0])];
    let mut model = b::model(9, 18, b::graph("g", "float[1] x; float[1] w", "float[1] y", weights, nodes));
    let read = read(&model.encode_to_vec());
    let written = write(&read, &rewrite_of(&read, &[], &[], &["w"]));
    model.graph.as_mut().expect("a graph").initializer.clear();
    assert_eq!(ModelProto::decode(&*written), Ok(model));
}

#[test]
fn sparse_initializers_are_removed_like_dense_ones() {
    let sparse = proto::SparseTensorProto {
        values: Some(b::raw_floats("float[1] w", &[1.0])),
        indices: Some(b::raw_ints("int64[1]", &[1])),
        dims: vec![2],
    };
    let mut graph =
        b::graph("g", "float[2] x", "float[2] y", vec![], vec![b::node("n = Neg(w)"), b::node("y = Add(x, n)")]);
    graph.sparse_initializer.push(sparse);
    let read = read(&b::model(9, 18, graph).encode_to_vec());
    let written = write(&read, &rewrite_of(&read, &[("n", floats(&[0.0, -1.0]))], &[], &["w"]));
    let graph = decode(&written).graph.expect("a graph");
    assert_eq!(
        (graph.sparse_initializer, graph.initializer),
        (vec![], vec![b::raw_floats("float[2] n", &[0.0, -1.0])])
    );
}

#[test]
fn stored_tensor_changes_only_its_name() {
    // By where the name stands in the record: nowhere, first, twice.
    let entry = |key: &str, value: &str| field(13, &[text(1, key), text(2, value)].concat());
    let rest = [field(9, &floats_of(&[1.0])), text(12, "doc"), text(400, "?")].concat();
    let sizes = [int(1, 1), int(2, 1)].concat();
    let external = [entry("location", "w.bin"), entry("checksum", "0"), int(14, 1)].concat();
    let name = text(8, "c");
    let cases = [
        ([&sizes[..], &rest].concat(), [&sizes[..], &name, &rest].concat()),
        ([&text(8, "old")[..], &rest, &sizes].concat(), [&name[..], &rest, &sizes].concat()),
        ([&sizes[..], &text(8, "old"), &rest, &text(8, "older")].concat(), [&sizes[..], &name, &rest].concat()),
        ([&text(8, "old")[..], &external, &sizes].concat(), [&name[..], &external, &sizes].concat()),
        ([&sizes[..], &int(7, 3)].concat(), [&sizes[..], &int(7, 3), &name].concat()),
    ];
    for (tensor, expected) in cases {
        let model_of = |graph: Vec<u8>| [int(1, 9), field(8, &int(2, 18)), field(7, &graph)].concat();
        let value = field(5, &[text(1, "value"), padded(5, &tensor), int(20, 4)].concat());
        let tail = [text(2, "g"), field(12, &info("c", 1, &[1]))].concat();
        let bytes = model_of([field(1, &[node(&[], &["c"], "Constant"), value].concat()), tail.clone()].concat());
        let model = read(&bytes);
        let written = write(&model, &rewrite_of(&model, &[("c", stored(&model, "c"))], &[], &[]));
        assert_eq!(written, model_of([tail, field(5, &expected)].concat()));
    }
}

#[test]
fn every_element_type_round_trips() {
    for (number, name) in b::ELEMENTS.iter().enumerate().skip(1) {
        for count in [0usize, 1, 5] {
            let mut model = b::model(
                14,
                26,
                b::graph("g", "", &format!("{name}[{count}] y"), vec![], vec![b::node("y = F.Make()")]),
            );
            model.opset_import.push(b::opset("F", 1));
            let model = read(&model.encode_to_vec());
            let sizes: std::sync::Arc<[usize]> = [count].into();
            let tensor = if *name == "string" {
                let strings: Vec<std::sync::Arc<[u8]>> =
                    ["a", "", "é", "b", "c"].iter().take(count).map(|s| s.as_bytes().into()).collect();
                Tensor::of_strings(sizes, strings)
            } else {
                let element = shapewright::ElementType::from_onnx(number as i64).expect("a type");
                let bytes = element.packed_bytes(count as u64).expect("a size") as usize;
                Tensor::from_packed(element, sizes, vec![1; bytes])
            };
            let tensor = tensor.expect("a tensor");
            let rewrite = rewrite_of(&model, &[("y", NewConstant::Tensor(tensor.clone()))], &[], &[]);
            let written = read(&write(&model, &rewrite));
            assert_eq!(findings(&written), [""; 0], "{name}[{count}]");
            let ValueRole::Initializer(id) = written.value(value(&written, "y")).role else { panic!("{name}") };
            assert_eq!(written.load(id), Ok(tensor), "{name}[{count}]");
        }
    }
}

#[test]
fn uneditable_records_are_rejected() {
    let parts = |graphs: &[Vec<u8>]| {
        let graphs: Vec<u8> = graphs.iter().flat_map(|graph| field(7, graph)).collect();
        [int(1, 9), field(8, &int(2, 18)), graphs].concat()
    };
    let whole = [
        text(2, "g"),
        field(11, &info("x", 1, &[1])),
        field(1, &node(&["x"], &["n"], "Neg")),
        field(1, &node(&["n"], &["y"], "Neg")),
    ]
    .concat();
    let output = field(12, &info("y", 1, &[1]));
    let structure = |bytes: &[u8]| match refusal(bytes, &[("n", floats(&[1.0]))], &[]) {
        WriteError::Structure { why, .. } => why,
        other => panic!("{other}"),
    };
    let twice = "a record that may occur only once occurs again";
    assert_eq!(structure(&parts(&[whole.clone(), output.clone()])), twice);
    // The last bytes of the graph are no field.
    assert_eq!(structure(&parts(&[[&whole[..], &output, &[0x0F]].concat()])), "no field starts here");
    // The second body of an attribute is the one that is read.
    let body = [text(2, "b"), field(1, &node(&["x"], &["n"], "Neg")), field(12, &info("n", 1, &[1]))].concat();
    let attribute = |bodies: &[&[u8]]| {
        let bodies: Vec<u8> = bodies.iter().flat_map(|b| field(6, b)).collect();
        let attribute = [text(1, "then_branch"), int(20, 5), bodies].concat();
        let inputs = [field(11, &info("c", 9, &[])), field(11, &info("x", 1, &[1]))].concat();
        parts(&[[
            text(2, "g"),
            field(1, &[node(&["c"], &["y"], "If"), field(5, &attribute)].concat()),
            inputs,
            output.clone(),
        ]
        .concat()])
    };
    assert_eq!(structure(&attribute(&[&text(10, "doc"), &body])), twice);
    let model = read(&attribute(&[&body]));
    write(&model, &rewrite_of(&model, &[("n", floats(&[1.0]))], &[], &[]));
}

#[test]
fn inconsistent_rewrite_is_rejected() {
    let bytes = Odd::new().bytes(&[]);
    let model = read(&bytes);
    let mut rewrite = rewrite_of(&model, &[("a", floats(&[1.0, 2.0]))], &[], &[]);
    rewrite.nodes.clear();
    let refused = |rewrite: &Rewrite| onnx::rewrite(&model, rewrite, &ExternalDataPolicy::Keep).map(|_| ());
    assert_eq!(refused(&rewrite), Err(WriteError::Request("a".to_owned())));
    let rewrite = Rewrite { initializers: vec![value(&model, "a")], ..Rewrite::default() };
    assert_eq!(refused(&rewrite), Err(WriteError::Request("a".to_owned())));
    let rewrite = Rewrite { constants: vec![(value(&model, "x"), floats(&[1.0]))], ..Rewrite::default() };
    assert_eq!(refused(&rewrite), Err(WriteError::Request("x".to_owned())));
    let tensor = Tensor::from_packed(shapewright::ElementType::U1, [8], vec![1]).expect("a tensor");
    let refused = refusal(&bytes, &[("a", NewConstant::Tensor(tensor))], &[]);
    assert!(matches!(refused, WriteError::ElementType { .. }), "{refused}");
}

/// A directory with a model and its weights files.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("write-{name}"));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }

    fn read(&self, model: &ModelProto) -> Model {
        self.write("model.onnx", &model.encode_to_vec());
        Model::from_onnx(Source::open(self.0.join("model.onnx")).expect("a file"), &ReadOptions::default())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// A model with external data wherever a tensor can occur; `make` sets the data of a tensor.
pub fn everywhere(make: impl Fn(&str, usize) -> TensorProto) -> ModelProto {
    let constant = |name: &str, at| {
        b::node(&format!("{name} = Constant()")).with(b::tensor_attribute("value", make("float[1]", at)))
    };
    let body = |out: &str, at| {
        let nodes = vec![constant(&format!("{out}c"), at), b::node(&format!("{out} = Sum({out}c, {out}w)"))];
        b::graph("b", "", &format!("float[1] {out}"), vec![make(&format!("float[1] {out}w"), at + 1)], nodes)
    };
    let list = b::node("l = F.List(x)")
        .with(b::tensors_attribute("tensors", vec![make("float[1] l0", 0), make("float[1] l1", 1)]));
    let nodes = vec![
        constant("k", 2),
        b::node("i = If(cond)").with(b::body("then_branch", body("p", 3))).with(b::body("else_branch", body("q", 5))),
        list,
        b::node("f = F.G(x)"),
        b::node("y = Sum(k, i, l, f, w, s)"),
    ];
    let mut graph = b::graph("g", "bool[] cond; float[1] x", "float[1] y", vec![make("float[1] w", 7)], nodes);
    let indices = Some(b::raw_ints("int64[1]", &[0]));
    graph.sparse_initializer.push(proto::SparseTensorProto {
        values: Some(make("float[1] s", 8)),
        indices,
        dims: vec![1],
    });
    let mut model = b::model(9, 18, graph);
    model.opset_import.push(b::opset("F", 1));
    model.functions.push(b::function("F.G", "x", "y", 18, vec![constant("c", 9), b::node("y = Add(x, c)")]));
    model
}

fn locate(text: &str, location: &str, at: usize) -> TensorProto {
    b::external(text, location, 4 * at as u64, 4)
}

#[test]
fn external_data_anywhere_is_listed_moved_and_embedded() {
    let folder = Folder::new("external");
    let data: Vec<f32> = (0..10).map(|i| i as f32).collect();
    folder.write("w.bin", &floats_of(&data));
    folder.write("sub/w.bin", &floats_of(&data));
    let file = |at: usize| if at.is_multiple_of(2) { "w.bin" } else { "sub/w.bin" };
    let original = everywhere(|text, at| locate(text, file(at), at));
    let model = folder.read(&original);
    assert_eq!(model.findings().iter().map(|f| &f.message).collect::<Vec<_>>(), [""; 0]);
    let listed = |rewrite: &Rewrite| {
        external_files(&model, rewrite).map(|mut files| {
            files.sort();
            files
        })
    };
    assert_eq!(listed(&Rewrite::default()), Ok(vec!["sub/w.bin".to_owned(), "w.bin".to_owned()]));

    let moved =
        ExternalDataPolicy::Relocate(BTreeMap::from([("sub/w.bin".to_owned(), "../a long way/w.bin".to_owned())]));
    let written = onnx::rewrite(&model, &Rewrite::default(), &moved).expect("a model").to_bytes();
    let new = |at: usize| if at.is_multiple_of(2) { "w.bin" } else { "../a long way/w.bin" };
    assert_eq!(ModelProto::decode(written), Ok(everywhere(|text, at| locate(text, new(at), at))));

    let written = onnx::rewrite(&model, &Rewrite::default(), &ExternalDataPolicy::Embed).expect("a model").to_bytes();
    assert_eq!(ModelProto::decode(written), Ok(everywhere(|text, at| b::raw_floats(text, &[at as f32]))));

    // Together with a rewrite: `k` moves to the initializers, the body `p` changes, the list goes.
    let rewrite = rewrite_of(&model, &[("k", stored(&model, "k")), ("pc", stored(&model, "pc"))], &["l"], &["w"]);
    let written = onnx::rewrite(&model, &rewrite, &ExternalDataPolicy::Embed).expect("a model").to_bytes();
    let mut expected = everywhere(|text, at| b::raw_floats(text, &[at as f32]));
    let graph = expected.graph.as_mut().expect("a graph");
    graph.initializer = vec![b::raw_floats("float[1] k", &[2.0])];
    drop(graph.node.remove(2));
    let body = graph.node[1].attribute[0].g.as_mut().expect("a body");
    body.initializer.push(b::raw_floats("float[1] pc", &[3.0]));
    drop(body.node.remove(0));
    drop(graph.node.remove(0));
    assert_eq!(ModelProto::decode(written), Ok(expected));
}

#[test]
fn data_moved_out_of_the_model_comes_back_to_the_same_bytes() {
    let folder = Folder::new("externalized");
    let numbers = |count: usize| (0..count).map(|i| i as f32).collect::<Vec<_>>();
    let body = b::graph("p", "", "float[40] q", vec![b::raw_floats("float[40] q", &numbers(40))], Vec::new());
    let mut typed = b::raw_floats("float[30] typed", &numbers(30));
    (typed.raw_data, typed.float_data) = (None, numbers(30));
    let weights = vec![
        b::raw_floats("float[3] small", &numbers(3)),
        b::raw_floats("float[20] first", &numbers(20)),
        typed,
        b::raw_floats("float[300000] large", &numbers(300_000)),
    ];
    let branch = b::node("r = If(c)").with(b::body("then_branch", body.clone())).with(b::body("else_branch", body));
    let nodes = vec![branch, b::node("y = Sum(small, first, typed, large)")];
    let original = b::model(9, 18, b::graph("g", "bool[] c", "float[300000] y", weights, nodes)).encode_to_vec();
    let onnx::Externalized { model, data } = onnx::externalize(&read(&original), "w.bin", 16).expect("a model");
    let data = data.to_bytes();
    // Bodies come first in the file. Each tensor is aligned, and the large one starts at a page.
    assert_eq!(data.len(), 4096 + 1_200_000);
    assert_eq!((&data[..160], &data[192..352]), (&floats_of(&numbers(40))[..], &floats_of(&numbers(40))[..]));
    assert_eq!(data[384..464], floats_of(&numbers(20)));
    assert_eq!(data[4096..], floats_of(&numbers(300_000)));
    folder.write("w.bin", &data);
    folder.write("model.onnx", &model.to_bytes());
    assert!(model.len() < 1000, "{}", model.len());
    let moved = Model::from_onnx(Source::open(folder.0.join("model.onnx")).expect("a file"), &ReadOptions::default());
    assert_eq!(moved.findings().iter().map(|f| &f.message).collect::<Vec<_>>(), [""; 0]);
    let back = onnx::rewrite(&moved, &Rewrite::default(), &ExternalDataPolicy::Embed).expect("a model");
    assert_eq!(back.to_bytes(), original);
}

#[test]
fn unreferenced_data_files_are_not_listed() {
    let weights = vec![b::external("float[1] w", "w.bin", 0, 4), b::external("float[1] v", "v.bin", 0, 4)];
    let constant = b::node("k = Constant()").with(b::tensor_attribute("value", b::external("float[1]", "k.bin", 0, 4)));
    let nodes = vec![constant, b::node("n = Neg(w)"), b::node("y = Sum(n, k, v)")];
    let model = read(&b::model(9, 18, b::graph("g", "", "float[1] y", weights, nodes)).encode_to_vec());
    let files = |rewrite: &Rewrite| external_files(&model, rewrite).expect("a list");
    assert_eq!(files(&Rewrite::default()), ["w.bin", "v.bin", "k.bin"]);
    let rewrite = rewrite_of(&model, &[("n", floats(&[1.0]))], &[], &["w"]);
    assert_eq!(files(&rewrite), ["v.bin", "k.bin"]);
    let rewrite = rewrite_of(&model, &[("k", stored(&model, "k"))], &[], &["v"]);
    assert_eq!(files(&rewrite), ["w.bin", "k.bin"]);
    let rewrite = rewrite_of(&model, &[("k", floats(&[1.0]))], &[], &["w", "v"]);
    assert_eq!(files(&rewrite), [""; 0]);
    // The files are not there, which only embedding needs.
    let refused = onnx::rewrite(&model, &Rewrite::default(), &ExternalDataPolicy::Embed).map(|_| ());
    assert_eq!(refused, Err(WriteError::Data { name: "w".to_owned(), location: "w.bin".to_owned() }));
}

#[test]
fn model_of_2_gib_is_not_written() {
    let folder = Folder::new("large");
    let (count, path) = (1u64 << 29, folder.0.join("w.bin"));
    let file = std::fs::File::create(path).expect("a file");
    // A file with a hole: it takes no room.
    file.set_len(4 * count).expect("a length");
    let weights = vec![b::external(&format!("float[{count}] w"), "w.bin", 0, 4 * count)];
    let graph = b::graph("g", "", "float[1] y", weights, vec![b::node("y = ReduceMin(w)")]);
    let model = folder.read(&b::model(9, 18, graph));
    let refused = onnx::rewrite(&model, &Rewrite::default(), &ExternalDataPolicy::Embed).map(|_| ());
    assert!(matches!(refused, Err(WriteError::TooLarge { bytes, .. }) if bytes > 4 * count), "{refused:?}");
}

#[test]
fn many_edits_take_one_pass() {
    let count = 50_000;
    let nodes: Vec<NodeProto> = (0..count).map(|i| b::node(&format!("v{i} = Neg(x)"))).collect();
    let mut graph = b::graph("g", "float[1] x", "float[1] v0", vec![], nodes);
    graph.value_info = (0..count).flat_map(|i| b::values(&format!("float[1] v{i}"))).collect();
    let model = read(&b::model(9, 18, graph).encode_to_vec());
    let nodes: Vec<NodeId> = model.nodes_of(model.main_graph().expect("a graph")).collect();
    let values: Vec<ValueId> = nodes.iter().flat_map(|&n| model.outputs(n)).collect();
    let constants = values.iter().step_by(2).map(|&v| (v, floats(&[1.0]))).collect();
    let written = write(&model, &Rewrite { constants, nodes, initializers: Vec::new() });
    let graph = ModelProto::decode(&*written).expect("a model").graph.expect("a graph");
    assert_eq!((graph.node.len(), graph.initializer.len(), graph.value_info.len()), (0, count / 2, count / 2));
}

#[test]
fn names_outside_nodes_are_known() {
    let graph = b::graph(
        "g",
        "float[1] x",
        "float[1] y",
        vec![b::raw_floats("float[1] scale", &[1.0])],
        vec![b::node("y = Neg(x)")],
    );
    let mut model = b::model(9, 18, graph);
    let annotation = proto::TensorAnnotation {
        tensor_name: Some("x".to_owned()),
        quant_parameter_tensor_names: vec![b::entry("SCALE_TENSOR", "scale")],
    };
    model.graph.as_mut().expect("a graph").quantization_annotation.push(annotation);
    let read_again = |model: &ModelProto| read(&model.encode_to_vec());
    let names = |model: &Model| {
        let mut names: Vec<String> = model.pinned_names().into_iter().map(|name| model.name(name).to_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(names(&read_again(&model)), ["scale"]);
    model.training_info.push(proto::TrainingInfoProto {
        algorithm: Some(b::graph("step", "", "float[1] new", vec![], vec![b::node("new = Neg(w)")])),
        update_binding: vec![b::entry("w", "new")],
        ..proto::TrainingInfoProto::default()
    });
    model.graph.as_mut().expect("a graph").initializer.push(b::raw_floats("float[1] w", &[2.0]));
    let read = read_again(&model);
    assert_eq!(names(&read), ["new", "scale", "w"]);
    // Graphs of training are graphs like others.
    let written = ModelProto::decode(&*write(&read, &rewrite_of(&read, &[("new", floats(&[-2.0]))], &[], &[])));
    let step = model.training_info[0].algorithm.as_mut().expect("a graph");
    (step.node, step.initializer) = (vec![], vec![b::raw_floats("float[1] new", &[-2.0])]);
    assert_eq!(written, Ok(model));
}

/// A rewrite that removes everything produces a file or is rejected, for any input.
#[test]
fn rewriting_a_broken_file_succeeds_or_is_rejected() {
    let external = everywhere(|text, at| locate(text, "w.bin", at)).encode_to_vec();
    let inside = everywhere(|text, at| b::raw_floats(text, &[at as f32])).encode_to_vec();
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let (mut written, mut refused) = (0, 0);
    for round in 0..4000 {
        let mut bytes = [&Odd::new().bytes(&[])[..], &external, &inside][round % 3].to_vec();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            match random(3) {
                0 => bytes[at] = random(256) as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, random(256) as u8),
            }
        }
        let model = read(&bytes);
        let mut rewrite = Rewrite::default();
        for graph in model.graphs() {
            for node in model.nodes_of(graph) {
                if random(2) == 0 {
                    continue;
                }
                let constants = model.outputs(node).filter(|_| random(2) == 0);
                rewrite.constants.extend(constants.map(|value| (value, floats(&[1.0]))));
                rewrite.nodes.push(node);
            }
            let constants =
                model.values_of(graph).filter(|&v| matches!(model.value(v).role, ValueRole::Initializer(_)));
            rewrite.initializers.extend(constants);
        }
        rewrite.constants.sort_by_key(|(value, _)| *value);
        rewrite.nodes.sort();
        rewrite.initializers.sort();
        drop(external_files(&model, &rewrite));
        for external in [ExternalDataPolicy::Keep, ExternalDataPolicy::Embed] {
            match onnx::rewrite(&model, &rewrite, &external) {
                Ok(edited) => {
                    assert_eq!(edited.len(), edited.to_bytes().len() as u64);
                    read(&edited.to_bytes());
                    written += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(written > 1000 && refused > 100, "{written} {refused}");
}
