//! `annotate` and `specialize`: declarations of inner values that are out of date.

use crate::folder::Folder;

fn model(outputs: &str, inner: &str, nodes: &str) -> String {
    format!("<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N,4] x) => ({outputs}) <{inner}> {{\n  {nodes}\n}}\n")
}

fn transposed(outputs: &str, inner: &str) -> String {
    model(outputs, inner, "tx = Transpose <perm = [1, 0]> (x)\n  y = Relu (tx)")
}

/// The first line that declares the outputs and inner values.
fn declared(folder: &Folder) -> String {
    folder.text_of("out.onnxtxt").lines().nth(1).expect("a graph").to_owned()
}

#[test]
fn ignored_declarations_are_replaced() {
    let folder = Folder::new("ignored").with("m.onnxtxt", transposed("float[] y", "float[4,5] tx"));
    let (out, errors, code) = folder.says(&["annotate", "--no-declared", "m.onnxtxt", "-o", "out.onnxtxt"]);
    assert_eq!((out.as_str(), code), ("", 0), "{errors}");
    assert_eq!(declared(&folder), "g (float[N,4] x) => (float[4,N] y) <float[4,N] tx> {");
    // One that contradicts what is inferred is ignored just the same.
    let folder = Folder::new("wrong").with("m.onnxtxt", transposed("float[] y", "float[7,N] tx"));
    assert_eq!(folder.code(&["annotate", "--no-declared", "m.onnxtxt", "-o", "out.onnxtxt"]), Some(0));
    assert_eq!(declared(&folder), "g (float[N,4] x) => (float[4,N] y) <float[4,N] tx> {");
    let (out, errors, code) =
        folder.says(&["specialize", "--no-declared", "m.onnxtxt", "--bind", "N=3", "-o", "out.onnxtxt"]);
    assert_eq!((out.as_str(), code), ("", 0), "{errors}");
    assert!(errors.contains("1 input set, 2 declarations set"), "{errors}");
    assert_eq!(declared(&folder), "g (float[3,4] x) => (float[4,3] y) <float[4,3] tx> {");
}

#[test]
fn a_declaration_without_an_inferred_type_stays() {
    let nodes = "b = acme.Foo (x)\n  y = Relu (b)";
    let text = model("float[] y", "float[N,4] b", nodes).replace("18]", "18, \"acme\" : 1]");
    let folder = Folder::new("unknown").with("m.onnxtxt", text);
    assert_eq!(folder.code(&["annotate", "--no-declared", "m.onnxtxt", "-o", "out.onnxtxt"]), Some(0));
    assert_eq!(declared(&folder), "g (float[N,4] x) => (float[] y) <float[N,4] b> {");
    assert_eq!(
        folder.code(&["specialize", "--no-declared", "m.onnxtxt", "--bind", "N=3", "-o", "out.onnxtxt"]),
        Some(0)
    );
    assert_eq!(declared(&folder), "g (float[3,4] x) => (float[] y) <float[3,4] b> {");
    // What rests on it is written only with the note.
    let (out, _, code) = folder.says(&["annotate", "m.onnxtxt", "-o", "out.onnxtxt"]);
    let note = "note: what is declared of `y` rests on what the file declares of `b`, which inference does not confirm; \
                --no-declared declares only what is inferred\n";
    assert_eq!((out.as_str(), code), (note, 0));
    assert_eq!(declared(&folder), "g (float[N,4] x) => (float[N,4] y) <float[N,4] b> {");
}

#[test]
fn a_size_of_one_run_is_declared_of_no_other_value() {
    let folder = Folder::new("one-run").with("m.onnxtxt", transposed("float[] y", "float[4,1] tx"));
    let (out, errors, code) = folder.says(&["annotate", "m.onnxtxt", "-o", "out.onnxtxt"]);
    assert_eq!((out.as_str(), code), ("", 0), "{errors}");
    assert_eq!(declared(&folder), "g (float[N,4] x) => (float[4,N] y) <float[4,1] tx> {");
    let (_, errors, _) = folder.says(&["annotate", "out.onnxtxt", "-o", "again.onnxtxt"]);
    assert_eq!(errors.trim(), "out.onnxtxt -> again.onnxtxt: nothing to change");
}

#[test]
fn declarations_that_contradict_each_other_are_replaced_on_request() {
    let folder = Folder::new("conflict").with("m.onnxtxt", transposed("float[N,4] y", "float[N,5] tx"));
    for arguments in [&["annotate", "m.onnxtxt"][..], &["annotate", "--force", "m.onnxtxt"]] {
        let (out, errors, code) = folder.says(&[arguments, &["-o", "out.onnxtxt"]].concat());
        let message = "error[SH202]: symbol `N` is 4 in dimension 0 of `tx` and 5 in dimension 1 of `tx`";
        assert!(out.contains(message), "{out}");
        for part in [
            "dimension 0 is declared as N, and inferred as 4",
            "dimension 1 is declared as 5, and inferred as N",
            "help: declare dimension 1 of `tx` as N, or declare dimension 0 of `tx` as 4, or as another symbol",
        ] {
            assert!(out.contains(part), "{part}: {out}");
        }
        assert!(errors.contains("--overwrite replaces them") && !errors.contains("--force"), "{errors}");
        assert_eq!((code, folder.0.join("out.onnxtxt").exists()), (1, false));
    }
    let (out, errors, code) = folder.says(&["annotate", "--overwrite", "m.onnxtxt", "-o", "out.onnxtxt"]);
    assert_eq!((out.as_str(), code), ("", 0), "{errors}");
    assert_eq!(declared(&folder), "g (float[N,4] x) => (float[4,N] y) <float[4,N] tx> {");
}

/// ONNX Runtime runs its own operator, whose third output has the shape of the data; `onnx` runs the function.
#[test]
fn nothing_is_declared_where_a_function_and_an_operator_differ() {
    let text = "<ir_version: 9, opset_import: [\"\" : 18, \"com.microsoft\" : 1]>\n\
                g (float[N,4,8] x, float[8] w) => (float[N,4,8] y) {\n  \
                y, mean = com.microsoft.SkipSimplifiedLayerNormalization (x, x, w)\n}\n\
                <domain: \"com.microsoft\", opset_import: [\"\" : 18]>\n\
                SkipSimplifiedLayerNormalization (a, b, c) => (d, e) {\n  d = Add (a, b)\n  \
                e = Constant <value_floats = [0.0]> ()\n}\n";
    let folder = Folder::new("function").with("m.onnxtxt", text);
    assert!(folder.says(&["shapes", "-f", "concise", "m.onnxtxt"]).0.contains("mean f32[N,4,1]"));
    let (_, errors, code) = folder.says(&["annotate", "m.onnxtxt", "-o", "out.onnxtxt"]);
    assert_eq!((errors.trim(), code), ("m.onnxtxt -> out.onnxtxt: nothing to change", 0));
    let same = text.replace("Constant <value_floats = [0.0]> ()", "ReduceMean <keepdims = 1> (a, c)");
    folder.write(
        "m.onnxtxt",
        same.replace("e = Red", "i = Constant <value_ints = [-1]> ()\n  e = Red").replace("(a, c)\n", "(a, i)\n"),
    );
    let (_, errors, _) = folder.says(&["annotate", "m.onnxtxt", "-o", "out.onnxtxt"]);
    assert_eq!(errors.trim(), "m.onnxtxt -> out.onnxtxt: 1 type added");
}

#[test]
fn a_function_with_different_calls_is_explained() {
    let text = "<ir_version: 10, opset_import: [\"\" : 18, \"my\" : 1]>\n\
                g (float[2,4] x, float[4,5] v, float[5,3] w) => (float[2,3] y) {\n  \
                h = my.Blk (x, v)\n  y = my.Blk (h, w)\n}\n\
                <domain: \"my\", opset_import: [\"\" : 18]>\nBlk (a, b) => (c) {\n  c = MatMul (a, b)\n}\n";
    let folder = Folder::new("calls").with("m.onnxtxt", text);
    let (out, _, _) = folder.says(&["inspect", "m.onnxtxt"]);
    let why = "has 2 calls, and is counted only where they have the same shapes";
    assert!(out.contains(why), "{out}");
}
