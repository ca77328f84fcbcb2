//! ONNX files written back: what a rewrite does not name stays byte for byte.

#[allow(dead_code)]
#[path = "testdata/onnx_build.rs"]
mod onnx_build;
#[path = "../src/read/onnx/proto.rs"]
mod proto;

use std::collections::BTreeMap;

use onnx_build as b;
use onnx_protobuf::Message as _;
use prost::Message as _;
use proto::{GraphProto, ModelProto, NodeProto, TensorProto};
use shapewright::graph::{AttributeValue, GraphId, Model, NodeId, TensorId, ValueId};
use shapewright::write::onnx::{self, External, external_files};
use shapewright::write::{NewConstant, Rewrite, WriteError};
use shapewright::{Options, ReadOptions, Source, Tensor, analyze};

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
    onnx::rewrite(model, rewrite, &External::Keep).expect("a model").to_bytes().to_vec()
}

fn refusal(bytes: &[u8], constants: &[(&str, NewConstant)], dead: &[&str]) -> WriteError {
    let model = read(bytes);
    let rewrite = rewrite_of(&model, constants, dead, &[]);
    onnx::rewrite(&model, &rewrite, &External::Keep).expect_err("a refusal")
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
        Some(AttributeValue::Tensor(tensor)) => NewConstant::Stored(*tensor),
        other => panic!("{other:?}"),
    }
}

fn findings(model: &Model) -> Vec<String> {
    analyze(model, &Options::default()).findings.iter().map(|f| f.message.clone()).collect()
}

/// Decoders of two libraries read the same from the bytes, and our reader finds nothing in them.
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

/// The same with a length of three bytes, whatever it is.
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

/// The pieces of a model with all that is unusual; `kept` says which of the pieces that a rewrite may touch are there.
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
                ("mul", field(1, &node(&["s", "a"], &["y"], "Mul"))),
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
fn an_empty_rewrite_gives_the_same_bytes() {
    for tail in [&b""[..], b"\0\0garbage behind the model"] {
        let bytes = [Odd::new().bytes(&[]), tail.to_vec()].concat();
        assert_eq!(write(&read(&bytes), &Rewrite::default()), bytes);
    }
}

#[test]
fn what_a_rewrite_does_not_name_stays() {
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
fn initializers_that_go_take_their_types_along() {
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
