//! Snapshot tests for every example on a specification page, and for a model.
//!
//! `cargo run --features testing --example snapshot_spec`; in your own crate, write this as a `#[test]`.

use shapewright::testing::{assert_model_snapshot, spec_examples};

fn main() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/pages");
    for example in spec_examples(format!("{folder}/take-along.md")) {
        insta::assert_snapshot!(example.name(), example.report());
        println!("{}", example.report());
        for finding in example.findings() {
            println!("  {}: {}", finding.level, finding.message);
        }
    }
    // A model is a single snapshot.
    assert_model_snapshot!(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/onnx/detector.onnx"));
}
