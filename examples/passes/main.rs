//! Passes of a compiler, each as one function over a [`Session`]: they find nodes, edit the model, and ask for facts that
//! already include the edits. `no_ops` works on both formats, `batch_normalization` and `gemm` on ONNX, `transposes` on IR.
//!
//! `cargo run --example passes -- model.onnx out.onnx`, or `model.xml out.xml`, next to which `out.bin` is written; without
//! arguments, a small model of its own.

mod batch_normalization;
mod gemm;
mod no_ops;
mod transposes;

use std::path::Path;

use shapewright::graph::{Model, Status};
use shapewright::write::{ExternalDataPolicy, write};
use shapewright::{AnalysisOptions, ReadOptions, Session, Source};

const MODEL: &str = r#"
    <ir_version: 9, opset_import: ["" : 18]>
    g (float[N,3,8,8] image) => (float[N,2] y)
    <float[4,3,1,1] filters = {1,2,3, 4,5,6, 7,8,9, 1,1,1}, float[4] scale = {1,2,3,4}, float[4] offset = {0,1,0,1},
     float[4] mean = {1,1,1,1}, float[4] variance = {4,4,4,4}, float[4,2] weights = {1,2,3,4,5,6,7,8}, float[2] bias = {1,2}>
    {
        c = Conv (image, filters)
        n = BatchNormalization <epsilon = 0.0> (c, scale, offset, mean, variance)
        p = GlobalAveragePool (n)
        i = Identity (p)
        f = Flatten (i)
        m = MatMul (f, weights)
        y = Add (m, bias)
    }"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let model = match paths.first() {
        Some(path) => Model::open(path, &ReadOptions::default())?,
        None => Model::read(Source::from_bytes("passes.onnxtxt", MODEL), &ReadOptions::default()),
    };
    if model.status() == Status::Unreadable {
        return Err("the file is not a model".into());
    }
    let mut session = Session::new(model, AnalysisOptions::default());
    let count = |session: &Session| session.model().graphs().map(|g| session.model().nodes_of(g).len()).sum::<usize>();
    let before = count(&session);
    let done = [
        no_ops::remove(&mut session),
        batch_normalization::fuse(&mut session),
        gemm::fuse(&mut session),
        transposes::fuse(&mut session),
    ];
    println!(
        "no-ops removed: {}, BatchNormalization fused: {}, Gemm made: {}, Transpose fused: {}",
        done[0], done[1], done[2], done[3]
    );
    println!("nodes: {before} before, {} after", count(&session));
    let written = write(session.model(), &ExternalDataPolicy::Keep)?;
    match paths.get(1) {
        Some(path) => {
            std::fs::write(path, written.model.to_bytes())?;
            if let Some(weights) = written.weights {
                std::fs::write(Path::new(path).with_extension("bin"), weights.to_bytes())?;
            }
        }
        None => assert_eq!((done, count(&session)), ([1, 1, 1, 0], 4)),
    }
    Ok(())
}
