//! A compiler pass that visits nodes in execution order, with the type, the shape, and, if known, the value of every
//! output. It prints the memory that each output needs, and which outputs could be computed at compile time.
//!
//! `cargo run --example compiler_pass`

use shapewright::graph::{Model, Operand};
use shapewright::{AnalysisOptions, KnownValue, Level, ReadOptions, Source, SymInt, analyze};

const MODEL: &str = r#"
    <ir_version: 9, opset_import: ["" : 18]>
    g (float[2,3,8] x) => (float[2,24] y) <int64[1] axes = {2}, int64[1] rest = {-1}> {
        least = ReduceMin <keepdims = 1> (x, axes)
        centered = Sub (x, least)
        shape = Shape <end = 1> (x)
        target = Concat <axis = 0> (shape, rest)
        y = Reshape (centered, target)
    }"#;

fn main() {
    let model = Model::read(Source::from_bytes("pass.onnxtxt", MODEL), &ReadOptions::default());
    let analysis = analyze(&model, &AnalysisOptions::default());
    let faults: Vec<_> = analysis.findings.iter().filter(|finding| finding.level == Level::Error).collect();
    assert!(faults.is_empty(), "the pass requires a model without errors: {faults:?}");
    let Some(graph) = model.main_graph() else { return };
    let mut known = Vec::new();
    // ONNX lists nodes in execution order; `analyze` reports files that do not.
    for node in model.nodes_of(graph) {
        let inputs = model.inputs(node).iter().filter_map(|input: &Operand| input.value());
        let inputs: Vec<&str> = inputs.map(|value| model.value_name(value)).collect();
        for output in model.outputs(node) {
            let fact = analysis.facts.get(output);
            let bytes = fact.shape().num_elements().size().zip(fact.element()).and_then(|(n, e)| e.packed_bytes(n));
            let bytes = bytes.map_or("an unknown number of".to_owned(), |bytes| bytes.to_string());
            let (op, name) = (model.op_type(node), model.value_name(output));
            println!("{op}({}) -> {name}: {}, {bytes} bytes", inputs.join(", "), fact.ty);
            // Elements may be known only within bounds. The pass uses those that are exact.
            let KnownValue::Elements(elements) = &fact.value else { continue };
            let exact = elements.ints().and_then(|ints| ints.iter().map(SymInt::value).collect::<Option<Vec<_>>>());
            known.extend(exact.map(|values| format!("{name} = {values:?}")));
        }
    }
    println!("known now: {}", known.join(", "));
    assert_eq!(known.len(), 2, "the shape and the target are constants");
}
