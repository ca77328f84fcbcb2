//! Two long lists in one record, and a long name or type that very many records lead to: neither is multiplied. Allocated
//! bytes stand for the work, because they are the same on every machine.

use std::fmt::Write as _;

use crate::hostile::memory::{bytes, peak};
use crate::hostile::wire::{attribute, field, model, node, number, tensor_type, value};
use shapewright::annotate::{AnnotateOptions, annotate};
use shapewright::diff::diff;
use shapewright::graph::Model;
use shapewright::summary::summarize;
use shapewright::{Analysis, AnalysisOptions, ReadOptions, Source, analyze};

/// How many records there are of a kind, and the bytes of a long name.
const COUNT: usize = 2_000;
const LONG: usize = 100_000;

fn read(name: &str, file: impl Into<Vec<u8>>) -> Model {
    Model::read(Source::from_bytes(name, file.into()), &ReadOptions::default())
}

fn text(body: &str) -> Model {
    read("m.onnxtxt", format!("<ir_version: 9, opset_import: [\"\" : 13, \"other\" : 1]>\n{body}"))
}

fn analyzed(model: &Model) -> Analysis {
    analyze(model, &AnalysisOptions::default())
}

fn names(start: &str) -> String {
    (0..COUNT).map(|i| format!("{start}{i}")).collect::<Vec<_>>().join(", ")
}

#[test]
fn outputs_inherit_one_reason_from_the_inputs() {
    let (inputs, outputs) = (names("i"), names("o"));
    let model = text(&format!(
        "g (float[2] x) => (y) {{\n{inputs} = other.Any (x)\n{outputs} = Concat <axis = 0> ({inputs})\ny = Identity (o0)\n}}"
    ));
    let (analysis, allocated) = bytes(|| analyzed(&model));
    let graph = model.main_graph().expect("a graph");
    let last = model.values_of(graph).find(|&value| model.value_name(value) == "o1999").expect("the last output");
    let first = model.values_of(graph).find(|&value| model.value_name(value) == "o0").expect("the first output");
    let reason = |value| analysis.facts.unknown_reason(value).map(|why| why.to_string());
    assert!(reason(first).is_some() && reason(first) == reason(last), "{:?}", reason(last));
    assert!(allocated < 16 << 20, "{allocated} bytes");
}

#[test]
fn declarations_that_a_chain_rests_on_are_found_once() {
    let mut nodes = format!("{} = other.Any (x)\no0 = Sum ({})\n", names("i"), names("i"));
    (1..COUNT).for_each(|i| writeln!(nodes, "o{i} = Relu (o{})", i - 1).expect("written"));
    let declared = (0..COUNT).map(|i| format!("float[2,3] i{i}")).collect::<Vec<_>>().join(", ");
    let mut model = text(&format!("g (float[2] x) => (y) <{declared}> {{\n{nodes}y = Identity (o{})\n}}", COUNT - 1));
    let (annotated, allocated) = bytes(|| annotate(&mut model, &AnnotateOptions::new()).expect("no error"));
    assert_eq!(annotated.unconfirmed.len(), COUNT + 1);
    let last = annotated.unconfirmed.last().expect("the output");
    let sources: Vec<&str> = last.sources.iter().map(|&value| model.value_name(value)).collect();
    assert_eq!(sources, ["i0", "i1", "i2", "i3", "i4", "i5", "i6", "i7"]);
    assert!(allocated < 64 << 20, "{allocated} bytes");
}

/// Each node runs `(A+1)^4` times and computes as many elements.
#[test]
fn sums_of_a_summary_are_limited() {
    let summary = |count: usize| {
        let nodes: String = (0..count).map(|i| format!("r{i} = Relu (t)\n")).collect();
        let model = text(&format!(
            "g (float[A] a, float[1] one) => (float[?] y) {{\n\
             p = Concat <axis = 0> (a, one)\ns = Shape (p)\nsizes = Concat <axis = 0> ({})\n\
             t = ConstantOfShape (sizes)\nm = Size (t)\n\
             y = Loop (m, , a) <body = b (int64 i, bool c, v) => (d, w) {{\nd = Identity (c)\nw = Identity (v)\n{nodes}}}>\n}}",
            ["s"; 4].join(", ")
        ));
        let analysis = analyzed(&model);
        summarize(&model, &AnalysisOptions::default(), &analysis)
    };
    let few = summary(10);
    assert!(few.unknown_work.is_empty(), "{:?}", few.unknown_work.iter().next());
    let many = summary(12_000);
    let reasons: Vec<&str> = many.unknown_work.iter().filter_map(|(_, why)| why).collect();
    assert!(reasons.len() > 2_000, "{}", reasons.len());
    let other = reasons.iter().find(|why| **why != "the sizes in the model have too many terms; bind its symbols");
    assert_eq!(other, None);
}

#[test]
fn findings_have_the_start_of_a_long_type() {
    let dims = (0..100).map(|i| format!("d{i}_{}", "n".repeat(1_000))).collect::<Vec<_>>().join(",");
    let nodes = |op: &str| (0..COUNT).map(|i| format!("o{i} = {op} (v, w)\n")).collect::<String>();
    for op in ["Add", "MatMul", "PRelu"] {
        let model = text(&format!("g (float[{dims},5] v, float[7,3] w) => (y) {{\n{}y = Identity (o0)\n}}", nodes(op)));
        let (analysis, most) = peak(|| analyzed(&model));
        assert!(analysis.findings.len() >= COUNT, "{op}: {}", analysis.findings.len());
        assert!(most < 24 << 20, "{op}: {most} bytes");
    }
}

fn graph_of(parts: &[Vec<u8>]) -> Vec<u8> {
    let io =
        [value(11, "x", &tensor_type(&[2])), value(12, "y", &tensor_type(&[2])), node("Relu", &["x"], &["y"], b"")];
    model(&[io.concat(), parts.concat()].concat())
}

/// Faulty records that refer to one long name.
#[test]
fn messages_of_the_reader_have_the_start_of_a_long_name() {
    let long = "t".repeat(LONG);
    let repeated = |record: &[u8]| record.repeat(COUNT);
    let roles: Vec<u8> = (0..COUNT)
        .flat_map(|i| field(2, &[field(1, format!("{i}_TENSOR").as_bytes()), field(2, b"q")].concat()))
        .collect();
    let negative = field(15, &tensor_type(&[u64::MAX]));
    let attributes = |more: &[u8]| vec![node("Any", &["x"], &["z"], more)];
    let cases = [
        ("annotation", vec![field(14, &[field(1, long.as_bytes()), roles].concat())]),
        ("types", attributes(&attribute(&long, 14, &repeated(&negative)))),
        ("tensors", attributes(&attribute(&long, 9, &repeated(&field(10, &number(2, 99)))))),
    ];
    for (what, parts) in cases {
        let file = graph_of(&parts);
        let (model, allocated) = bytes(|| read("m.onnx", file));
        assert!(!model.findings().is_empty() && allocated < 40 << 20, "{what}: {allocated} bytes");
    }
}

#[test]
fn ports_of_a_node_are_collected_once_for_all_devices() {
    let inputs: Vec<String> = (0..COUNT).map(|i| format!("i{i}")).collect();
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let devices = field(10, &[field(1, b"c"), field(2, &field(1, b"i0"))].concat()).repeat(COUNT);
    let file = graph_of(&[node("Sum", &inputs, &["z"], &devices)]);
    let (_, allocated) = bytes(|| read("m.onnx", file));
    assert!(allocated < 16 << 20, "{allocated} bytes");
}

#[test]
fn dense_copies_of_sparse_tensors_take_memory_in_proportion_to_the_file() {
    let sparse = |i: usize| {
        let values = [number(1, 0), number(2, 7), field(8, format!("s{i}").as_bytes())].concat();
        field(15, &[field(1, &values), number(3, 1_024)].concat())
    };
    let file = graph_of(&(0..20_000).map(sparse).collect::<Vec<_>>());
    let (size, (model, most)) = (file.len(), peak(|| read("m.onnx", file)));
    assert!(most < (64 << 20) + 8 * size, "{most} bytes of {size}");
    assert!(model.findings().iter().any(|finding| finding.rule.code() == "FM011"), "{:?}", model.findings());
}

#[test]
fn bodies_of_an_attribute_with_a_long_name_are_compared_without_it() {
    let long = "t".repeat(LONG);
    let body = [value(12, "q", &tensor_type(&[2])), node("Relu", &["x"], &["q"], b""), field(2, b"b")].concat();
    let file = graph_of(&[node("Any", &["x"], &["z"], &attribute(&long, 10, &field(11, &body).repeat(COUNT)))]);
    let (old, new) = (read("m.onnx", file.clone()), read("m.onnx", file));
    let (before, after) = (analyzed(&old), analyzed(&new));
    let (differences, allocated) = bytes(|| diff((&old, &before), (&new, &after)));
    assert!(differences.is_empty() && allocated < 64 << 20, "{} differences, {allocated} bytes", differences.len());
}

fn ir(layers: &str, edges: &str) -> Model {
    let parameter = r#"<layer id="0" name="p" type="Parameter" version="opset1"><data shape="2" element_type="f32"/>
        <output><port id="0" precision="FP32"><dim>2</dim></port></output></layer>"#;
    read(
        "m.xml",
        format!("<net name=\"m\" version=\"11\"><layers>{parameter}{layers}</layers><edges>{edges}</edges></net>"),
    )
}

#[test]
fn edges_to_a_layer_with_a_long_name_are_reported_with_its_start() {
    let ports = r#"<input><port id="0"><dim>2</dim></port></input><output><port id="1" precision="FP32"><dim>2</dim></port></output>"#;
    let layer = format!(r#"<layer id="1" name="{}" type="ReLU" version="opset1">{ports}</layer>"#, "n".repeat(LONG));
    for (what, port) in [("missing ports", 7), ("one port", 0)] {
        let to = |i: usize| if port == 0 { 0 } else { port + i };
        let edges: String = (0..COUNT)
            .map(|i| format!(r#"<edge from-layer="0" from-port="0" to-layer="1" to-port="{}"/>"#, to(i)))
            .collect();
        let (model, allocated) = bytes(|| ir(&layer, &edges));
        assert!(model.findings().len() >= COUNT - 1, "{what}: {}", model.findings().len());
        assert!(allocated < 40 << 20, "{what}: {allocated} bytes");
    }
}

#[test]
fn wrong_entries_of_a_port_map_are_reported_with_a_few_names() {
    let inner: String = (0..COUNT)
        .map(|i| {
            format!(
                r#"<layer id="{i}" name="p{i}" type="Parameter" version="opset1"><data shape="2" element_type="f32"/>
                   <output><port id="0" precision="FP32"><dim>2</dim></port></output></layer>"#
            )
        })
        .collect();
    let ports: String = (0..COUNT).map(|i| format!(r#"<port id="{i}"><dim>2</dim></port>"#)).collect();
    for (what, external, internal) in [("layers", 0, COUNT), ("ports", COUNT, 0)] {
        let entry = |i: usize| {
            let (external, internal) =
                (if external > 0 { external + i } else { 0 }, if internal > 0 { internal + i } else { i });
            format!(r#"<input external_port_id="{external}" internal_layer_id="{internal}"/>"#)
        };
        let entries: String = (0..COUNT).map(entry).collect();
        let layer = format!(
            r#"<layer id="1" name="t" type="TensorIterator" version="opset1"><input>{ports}</input>
               <port_map>{entries}</port_map><body><layers>{inner}</layers><edges/></body></layer>"#
        );
        let edges: String =
            (0..COUNT).map(|i| format!(r#"<edge from-layer="0" from-port="0" to-layer="1" to-port="{i}"/>"#)).collect();
        let (model, allocated) = bytes(|| ir(&layer, &edges));
        let codes = model.findings().iter().filter(|finding| finding.rule.code() == "OP204").count();
        assert!(codes >= 1_000, "{what}: {:?}", model.findings().first());
        assert!(allocated < 40 << 20, "{what}: {allocated} bytes");
    }
}
