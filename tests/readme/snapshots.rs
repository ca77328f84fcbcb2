use shapewright::testing::{assert_model_snapshot, spec_examples};

#[test]
fn models_and_pages_match_their_snapshots() {
    assert_model_snapshot!("testdata/onnx/detector.onnx"); // listing, types, and findings
    for example in spec_examples("examples/pages/take-along.md") {
        insta::assert_snapshot!(example.name(), example.report()); // recorded shapes next to inferred ones
    }
}
