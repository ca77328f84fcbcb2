//! What of a model is constant, computed; what was folded and what was not is data.
//!
//! `cargo run --example fold -- testdata/onnx/detector.onnx`

use shapewright::ReadOptions;
use shapewright::fold::{FoldOptions, fold};
use shapewright::graph::Model;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "testdata/onnx/detector.onnx".to_owned());
    let model = Model::open(&path, &ReadOptions::default())?;
    let folded = fold(&model, &FoldOptions::default());
    for node in &folded.report.folded {
        let names: Vec<&str> = node.constants.iter().map(|&value| model.value_name(value)).collect();
        println!("{path}: {} is now {}", model.node_label(node.node), names.join(", "));
    }
    for node in &folded.report.kept {
        println!("{path}: {} stays: {}", model.node_label(node.node), node.why);
    }
    Ok(())
}
