use shapewright::testing::{assert_model_snapshot, spec_examples};

#[test]
fn models_and_pages_are_as_reviewed() {
    assert_model_snapshot!("testdata/onnx/detector.onnx"); // listing, types, findings
    for example in spec_examples("examples/pages/take-along.md") {
        insta::assert_snapshot!(example.name(), example.report()); // recorded against inferred
    }
}
