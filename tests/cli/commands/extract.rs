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
    assert_eq!((out.as_str(), errors.trim(), code), ("", "m.onnxtxt -> out.onnxtxt: 1 of 3 nodes kept", 0));
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

/// Several inputs, a custom operator, a name with a comma, and a body.
const WIDE: &str = r#"<ir_version: 9, opset_import: ["" : 18, "acme" : 1]>
g (float[N,4] x, float[4] p, float[4] q, bool go) => (float[N,4] y, float[N,4] "u,v") {
  b = acme.Foo (x)
  c = Add (b, p)
  y = Add (c, q)
  "u,v" = If (go) <then_branch = t () => (float[N,4] inner) { inner = Neg (x) }, else_branch = e () => (float[N,4] other) { other = Abs (x) }>
}
"#;

fn extract(folder: &Folder, inputs: &[&str], outputs: &str) -> (String, String, i32) {
    let inputs = inputs.iter().flat_map(|inputs| ["--inputs", inputs]);
    let rest = ["--outputs", outputs, "-o", "out.onnxtxt"];
    folder.says(&["extract", "m.onnxtxt"].into_iter().chain(inputs).chain(rest).collect::<Vec<_>>())
}

#[test]
fn an_unknown_type_is_stated() {
    let folder = Folder::new("extract-typed").with("m.onnxtxt", WIDE);
    let (_, errors, code) = extract(&folder, &["b,p"], "c");
    assert!(
        errors.contains("the type of `b` is unknown") && errors.contains("state it, as in `b:f32[N,4]`"),
        "{errors}"
    );
    assert_eq!(code, 2);
    let (out, errors, code) = extract(&folder, &["b:f32[N,4], p"], "c:f32[N,4]");
    assert_eq!((out.as_str(), code), ("", 0), "{errors}");
    assert!(folder.text_of("out.onnxtxt").contains("g (float[4] p, float[N,4] b) => (float[N,4] c)"));
    let (_, errors, code) = extract(&folder, &["x:i32[N,4]"], "b:f32[N,4]");
    assert_eq!(code, 0, "the type of an input of the model stays: {errors}");
    let (_, errors, code) = extract(&folder, &["b:f32[N,4],p"], "c:f32[N,4],p");
    assert!(errors.contains("`p` is both an input and an output") && code == 2, "{errors}");
    let (_, errors, code) = extract(&folder, &["x,go"], "\"u,v\":i32[N,4]");
    assert!(errors.contains("`u,v` is f32[N,4], not i32[N,4]") && code == 2, "{errors}");
}

#[test]
fn all_that_is_wrong_with_a_list_is_said_at_once() {
    let folder = Folder::new("extract-lists").with("m.onnxtxt", WIDE);
    let (_, errors, _) = extract(&folder, &["b:f32[N,4]"], "y:f32[N,4]");
    let missing = "`y` depends on graph inputs `p`, `q`, which are not among the inputs; add them";
    assert!(errors.contains(missing), "{errors}");
    let (_, errors, _) = extract(&folder, &[], "inner");
    let inside = "`inner` is a value of `main/u,v/then_branch`; only values of the main graph can be extracted";
    assert!(errors.contains("only values of the main graph can be extracted"), "{errors}; {inside}");
    let (_, errors, _) = extract(&folder, &["a,,b"], "y");
    assert!(errors.contains("`a,,b`: a name is missing between commas"), "{errors}");
    for quoted in ["\"u,v\"", "u\\,v"] {
        assert_eq!(extract(&folder, &["x , go"], quoted).2, 0, "{quoted}");
    }
}

#[test]
fn an_input_that_nothing_reads_is_noted() {
    let folder = Folder::new("extract-unread").with("m.onnxtxt", MODEL);
    let (out, errors, code) = extract(&folder, &["x", "b"], "y");
    assert_eq!((out.as_str(), code), ("note: nothing in the part reads input `x`\n", 0), "{errors}");
    let (_, errors, code) = folder.says(&["extract", "m.onnxtxt", "--outputs", "x", "-o", "out.onnxtxt"]);
    assert_eq!((errors.trim(), code), ("m.onnxtxt -> out.onnxtxt: 0 of 3 nodes kept", 0));
}
