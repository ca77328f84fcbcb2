//! Folds constants in a model, and prints which nodes were folded and which were not.
//!
//! `cargo run --example fold`, optionally followed by `--` and the path of a model

use shapewright::fold::{FoldOptions, fold};
use shapewright::graph::Model;
use shapewright::{ReadOptions, Source};

/// The target of the Reshape depends on a known shape.
const MODEL: &str = r#"
    <ir_version: 9, opset_import: ["" : 18]>
    g (float[2,3,8] x) => (float[2,24] y) <int64[1] rest = {-1}> {
        [batch] batch = Shape <end = 1> (x)
        [target] target = Concat <axis = 0> (batch, rest)
        [flat] y = Reshape (x, target)
    }"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = match std::env::args().nth(1) {
        Some(path) => Model::open(&path, &ReadOptions::default())?,
        None => Model::read(Source::from_bytes("fold.onnxtxt", MODEL), &ReadOptions::default()),
    };
    let folded = fold(&model, &FoldOptions::default());
    for node in &folded.report.folded {
        let names: Vec<&str> = node.constants.iter().map(|&value| model.value_name(value)).collect();
        println!("{} is folded into {} constants: {}", model.node_label(node.node), names.len(), names.join(", "));
    }
    for node in &folded.report.kept {
        println!("{} stays: {}", model.node_label(node.node), node.why);
    }
    Ok(())
}
