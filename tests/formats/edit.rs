//! A compiler pass edits a model and infers again, without reading the file again.

use shapewright::graph::{AttributeValue, Model, NodeId, Operand, ValueId};
use shapewright::{AnalysisOptions, ElementType, ReadOptions, Shape, Source, ValueType, analyze};

const MODEL: &str = r#"
    <ir_version: 9, opset_import: ["" : 18]>
    g (float[2,3,4] x, float[5,6] other) => (float[?,?,?] y) <int64[1] axes = {1}> {
        [rmin] y = ReduceMin <keepdims = 1> (x, axes)
    }"#;

fn read() -> (Model, NodeId) {
    let model = Model::read(Source::from_bytes("m.onnxtxt", MODEL), &ReadOptions::default());
    let main = model.main_graph().expect("a main graph");
    let node = model.nodes_of(main).next().expect("a node");
    (model, node)
}

fn value(model: &Model, name: &str) -> ValueId {
    let main = model.main_graph().expect("a main graph");
    model.values_of(main).find(|&v| model.value_name(v) == name).expect("a value of this name")
}

fn output(model: &Model, node: NodeId) -> String {
    let output = model.outputs(node).next().expect("an output");
    analyze(model, &AnalysisOptions::default()).facts.ty(output).to_string()
}

#[test]
fn changed_input_changes_the_shape() {
    let (mut model, node) = read();
    assert_eq!(output(&model, node), "f32[2,1,4]");
    let other = value(&model, "other");
    model.set_input(node, 0, Operand::Value(other));
    assert_eq!(output(&model, node), "f32[5,1]");
    // Without axes every one is reduced.
    model.set_input(node, 1, Operand::Absent);
    assert_eq!(output(&model, node), "f32[1,1]");
}

#[test]
fn changed_attribute_changes_the_shape() {
    let (mut model, node) = read();
    model.set_attribute(node, "keepdims", AttributeValue::Int(0));
    let analysis = analyze(&model, &AnalysisOptions::default());
    let y = model.outputs(node).next().expect("an output");
    assert_eq!(analysis.facts.ty(y).to_string(), "f32[2,4]");
    // The declared rank 3 is a contradiction now, and the only one.
    let codes: Vec<_> = analysis.findings.iter().filter(|f| f.rule.code != "GR109").map(|f| f.rule.code).collect();
    assert_eq!(codes, ["SH201"]);
    model.remove_attribute(node, "keepdims");
    assert_eq!(output(&model, node), "f32[2,1,4]");
}

#[test]
fn changed_declaration_changes_the_shape() {
    let (mut model, node) = read();
    let x = value(&model, "x");
    model.declare(x, ValueType::tensor(ElementType::F16, Shape::from_dims([7u64, 8, 9])));
    let y = model.outputs(node).next().expect("an output");
    model.declare(y, ValueType::Unknown);
    assert_eq!(output(&model, node), "f16[7,1,9]");
}
