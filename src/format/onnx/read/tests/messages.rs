//! Messages without an enclosing model, and records that were converted from text.

use crate::dialect::Format;
use crate::format::onnx::read::tests::*;
use crate::format::onnx::read::{SpanMap, read_mapped};
use crate::place::{Part, Place};
use crate::source::Span;

#[test]
fn a_single_node() {
    let clip = node("Clip", &["a", "", "b"], &["c"]);
    let read = Model::from_node_bytes(clip.encode_to_vec(), &[("", 13)]);
    assert_eq!(codes(&read), [""; 0]);
    let main = read.graph(read.main_graph().unwrap());
    let names = |values: &[ValueId]| values.iter().map(|&v| read.value_name(v)).collect::<Vec<_>>().join(" ");
    assert_eq!((names(&main.inputs), main.outputs.len()), ("a b".into(), 1));
    assert_eq!(main.outputs[0].operand.value(), Some(value(&read, 0, "c")));
    assert_eq!(read.op(first_node(&read, 0)).version, Some(13));
}

#[test]
fn undefined_names_of_a_single_graph_become_inputs() {
    let inner = GraphProto {
        node: vec![node("Add", &["x", "outside"], &["c"])],
        output: vec![info("c", &[1])],
        ..GraphProto::default()
    };
    let mut alone = graph(vec![with(node("If", &["x"], &["y"]), body("then_branch", inner))]);
    alone.name = None;
    let read = Model::from_graph_bytes(alone.encode_to_vec(), &[("", 18)]);
    assert_eq!(codes(&read), [""; 0]);
    let outside = value(&read, 0, "outside");
    assert_eq!(read.graph(GraphId::at(0)).inputs, [value(&read, 0, "x"), outside]);
    assert_eq!(read.inputs(first_node(&read, 1))[1].value(), Some(outside));
    assert_eq!(read.declared(outside), None);
}

#[test]
fn a_single_function() {
    let relu = with(
        node("LeakyRelu", &["a"], &["b"]),
        AttributeProto { ref_attr_name: Some("alpha".into()), ..attribute("alpha", AttributeType::Float) },
    );
    let f = FunctionProto {
        name: Some("F".into()),
        input: vec!["a".into()],
        output: vec!["b".into()],
        attribute: vec!["alpha".into()],
        node: vec![relu],
        ..FunctionProto::default()
    };
    let read = Model::from_function_bytes(f.encode_to_vec(), &[("", 16)]);
    assert_eq!(codes(&read), [""; 0]);
    assert_eq!(read.main_graph(), Some(GraphId::at(0)));
    assert_eq!(read.op(first_node(&read, 0)).version, Some(16));
    assert_eq!(read.functions()[0].graph, GraphId::at(0));
}

#[test]
fn broken_messages_are_findings() {
    let bytes = node("Clip", &["a"], &["c"]).encode_to_vec();
    let cut = Model::from_node_bytes(bytes[..bytes.len() - 2].to_vec(), &[("", 13)]);
    assert_eq!(codes(&cut), ["FM010"]);
    assert_eq!(codes(&Model::from_graph_bytes(&b"<html>"[..], &[])).first(), Some(&"FM010"));
}

#[test]
fn locations_in_a_text_replace_those_of_its_records() {
    let bytes = model(graph(vec![node("Relu", &["lost"], &["y"])])).encode_to_vec();
    let record = node("Relu", &["lost"], &["y"]).encode_to_vec();
    let at = bytes.windows(record.len()).position(|w| w == record).unwrap() as u64;
    let text = Span::new(40, 60);
    let map = SpanMap::new(vec![(2, Span::new(0, 90)), (at, text)]);
    let source = Source::from_bytes("m.onnxtxt", vec![b' '; 100]);
    let read = read_mapped(source, bytes.into(), &map, &ReadOptions::default());
    assert_eq!((read.format(), only(&read).0), (Format::OnnxText, "GR101"));
    let node = first_node(&read, 0);
    assert_eq!(read.node(node).span(), text);
    assert_eq!(read.findings()[0].place, Place::node(GraphId::at(0), node).part(Part::Input(0)));
}
