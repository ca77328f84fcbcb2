//! `extract`: what it writes, and what it refuses.

use crate::folder::Folder;

const MODEL: &str = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[N,3] x) => (float[N,3] y) {
  a = Abs (x)
  b = Neg (a)
  y = Exp (b)
}
"#;

const PART: &str = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[N,3] a) => (float[N,3] b) {
  b = Neg (a)
}
"#;

#[test]
fn the_part_between_values_is_written() {
    let folder = Folder::new("extract-written").with("m.onnxtxt", MODEL);
    let (out, errors, code) =
        folder.says(&["extract", "m.onnxtxt", "--inputs", "a", "--outputs", "b", "-o", "out.onnxtxt"]);
    assert_eq!((out.as_str(), errors.trim(), code), ("", "m.onnxtxt -> out.onnxtxt: 1 node kept", 0));
    assert_eq!(folder.text_of("out.onnxtxt"), PART);
}

#[test]
fn a_request_that_cannot_be_met_names_the_value() {
    let folder = Folder::new("extract-refused").with("m.onnxtxt", MODEL);
    for (inputs, outputs, why) in [
        ("b", "a", "`a` depends on graph input `x`, which is not among the inputs; add it"),
        ("a", "bb", "the main graph has no value `bb`; did you mean `b`?"),
    ] {
        let request = ["extract", "m.onnxtxt", "--inputs", inputs, "--outputs", outputs, "-o", "out.onnxtxt"];
        let (_, errors, code) = folder.says(&request);
        assert_eq!((errors.trim(), code), (&*format!("error: no part of `m.onnxtxt` is extracted: {why}"), 2));
        assert!(!folder.0.join("out.onnxtxt").exists());
    }
}

#[test]
fn text_is_not_written_to_the_extension_of_binary_onnx() {
    let folder = Folder::new("extract-extension").with("m.onnxtxt", MODEL);
    let (_, errors, code) = folder.says(&["extract", "m.onnxtxt", "--outputs", "b", "-o", "out.onnx"]);
    let why = "`m.onnxtxt` is ONNX text and is written as such, but `out.onnx` has an extension of binary ONNX; write to \
               `out.onnxtxt`";
    assert_eq!((errors.trim(), code), (&*format!("error: {why}"), 2));
}

#[test]
fn what_is_wrong_elsewhere_does_not_concern_the_part() {
    let text = MODEL.replace("y = Exp (b)", "y = Exp (b, b)");
    let folder = Folder::new("extract-faulty").with("m.onnxtxt", text);
    let (out, _, code) = folder.says(&["extract", "m.onnxtxt", "--inputs", "a", "--outputs", "b", "-o", "out.onnxtxt"]);
    assert_eq!((out.as_str(), code), ("", 0));
    assert_eq!(folder.text_of("out.onnxtxt"), PART);
}
