//! Prints the type and shape of every value in a model, with symbolic dimensions bound by `NAME=SIZE`.
//!
//! `cargo run --example infer_shapes -- testdata/onnx/detector.onnx N=8`

use shapewright::graph::Model;
use shapewright::{AnalysisOptions, ReadOptions, analyze};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| "testdata/onnx/detector.onnx".to_owned());
    let mut options = AnalysisOptions::default();
    for bound in arguments {
        let (name, size) = bound.split_once('=').ok_or("a size is bound as NAME=SIZE")?;
        options.bind.push((name.to_owned(), size.parse()?));
    }
    let model = Model::open(&path, &ReadOptions::default())?;
    let analysis = analyze(&model, &options);
    for graph in model.graphs() {
        println!("{}", model.path(graph));
        for value in model.values_of(graph) {
            println!("  {} {}", model.value_name(value), analysis.facts.ty(value));
        }
    }
    // Symbolic dimensions, each with its known interval; `?` is any size.
    for (symbol, dim) in &analysis.symbols {
        println!("{symbol}: {dim}");
    }
    Ok(())
}
