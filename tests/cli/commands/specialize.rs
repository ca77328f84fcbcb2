//! `specialize`, and `fold` with input shapes.

use serde_json::Value;

use crate::folder::Folder;

const MODEL: &str = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[N,3,4] x) => (float[N,K] y) {
  [batch] s = Shape <end = 1> (x)
  [target] t = Concat <axis = 0> (s, rest)
  y = Reshape (x, t)
}
"#;

fn folder(name: &str) -> Folder {
    let model = MODEL.replace("(float[N,K] y) {", "(float[N,K] y) <int64[1] rest = {-1}> {");
    Folder::new(name).with("m.onnxtxt", model)
}

#[test]
fn sizes_are_set_and_everything_declared_follows() {
    let folder = folder("set");
    let (out, errors, code) = folder.says(&["specialize", "m.onnxtxt", "-o", "out.onnxtxt", "--bind", "N=2"]);
    assert_eq!((out.as_str(), code), ("", 0), "{errors}");
    assert_eq!(errors.trim(), "m.onnxtxt -> out.onnxtxt: 1 input set, 1 declaration set");
    let expected = folder.text_of("m.onnxtxt").replace("[N,3,4]", "[2,3,4]").replace("[N,K]", "[2,12]");
    assert_eq!(folder.text_of("out.onnxtxt"), expected);
    let shape = ["specialize", "m.onnxtxt", "-o", "same.onnxtxt", "--input-shape", "x:[2,3,4]"];
    assert_eq!(folder.code(&shape), Some(0));
    assert_eq!(folder.text_of("same.onnxtxt"), expected);
    // Back again.
    let free = ["specialize", "out.onnxtxt", "-o", "free.onnxtxt", "--input-shape", "x:[N,3,4]", "-f", "json"];
    let report: Value = serde_json::from_slice(&folder.run(&free).stdout).expect("JSON");
    assert_eq!((report["inputs"].as_u64(), report["declarations"].as_u64()), (Some(1), Some(1)), "{report}");
    assert!(folder.text_of("free.onnxtxt").contains("(float[N,3,4] x) => (float[N,12] y)"));
}

#[test]
fn what_became_constant_is_folded() {
    let folder = folder("fold");
    assert_eq!(folder.code(&["specialize", "m.onnxtxt", "-o", "a.onnxtxt", "--bind", "N=2", "--fold"]), Some(0));
    assert_eq!(folder.code(&["fold", "m.onnxtxt", "-o", "b.onnxtxt", "--bind", "N=2"]), Some(0));
    let folded = folder.text_of("a.onnxtxt");
    assert_eq!(folder.text_of("b.onnxtxt"), folded);
    assert!(!folded.contains("Shape <") && folded.contains("float[2,3,4] x"), "{folded}");
    // Without a size, nothing is constant.
    assert_eq!(folder.code(&["fold", "m.onnxtxt", "-o", "c.onnxtxt"]), Some(0));
    assert!(folder.text_of("c.onnxtxt").contains("Shape <"));
}

#[test]
fn the_configuration_applies() {
    let folder = folder("config").with("shapewright.toml", "[[model]]\npath = \"m.onnxtxt\"\nbind = { N = 5 }\n");
    assert_eq!(folder.code(&["specialize", "m.onnxtxt", "-o", "out.onnxtxt"]), Some(0));
    assert!(folder.text_of("out.onnxtxt").contains("(float[5,3,4] x) => (float[5,12] y)"));
    // Arguments come first.
    assert_eq!(folder.code(&["specialize", "m.onnxtxt", "-o", "out.onnxtxt", "--bind", "N=6"]), Some(0));
    assert!(folder.text_of("out.onnxtxt").contains("float[6,3,4] x"));
    let alone = ["specialize", "m.onnxtxt", "-o", "none.onnxtxt", "--isolated"];
    let (_, errors, code) = folder.says(&alone);
    assert!(errors.contains("shapes of inputs (`--input-shape`)") && code == 2, "{errors}");
}

#[test]
fn what_stands_in_the_way_is_named_and_nothing_is_written() {
    let fixed = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[1,3,4] x) => (float[3,4] y) <int64[2] target = {3,4}> {
  [squash] y = Reshape (x, target)
}
"#;
    let folder = Folder::new("obstacle").with("m.onnxtxt", fixed);
    let arguments = ["specialize", "m.onnxtxt", "-o", "out.onnxtxt", "--input-shape", "x:[N,3,4]"];
    let (out, errors, code) = folder.says(&arguments);
    assert!(out.contains("`squash`") && out.contains("N = 1"), "{out}");
    assert!(errors.contains("1 node does not allow these shapes"), "{errors}");
    assert_eq!((code, folder.0.join("out.onnxtxt").exists()), (1, false));
    // [3,4] keeps no batch, so there is no target that is right.
    let (_, _, code) = folder.says(&[&arguments[..], &["--rewrite"]].concat());
    assert_eq!((code, folder.0.join("out.onnxtxt").exists()), (1, false));
    folder.write(
        "flat.onnxtxt",
        fixed.replace("[3,4] y", "[1,12] y").replace("int64[2] target = {3,4}", "int64[2] target = {1,12}"),
    );
    let flat = ["specialize", "flat.onnxtxt", "-o", "flat-free.onnxtxt", "--input-shape", "x:[N,3,4]"];
    let (out, _, code) = folder.says(&flat);
    let needs = "`squash` has the fixed sizes [1, 12]; it needs: the sizes [0, -1] (--rewrite sets them)";
    assert!(out.contains(needs) && code == 1, "{out}");
    assert_eq!(folder.code(&[&flat[..], &["--rewrite"]].concat()), Some(0));
    assert!(folder.text_of("flat-free.onnxtxt").contains("=> (float[N,12] y)"));
    for (wrong, expected) in [
        (["--bind", "K=1"], "no symbolic dimension `K`"),
        (["--input-shape", "q:[1,3,4]"], "the model has no input `q`; it has `x`"),
        (["--input-shape", "x:i64[1,3,4]"], "another element type needs other nodes"),
    ] {
        let arguments = [&["specialize", "m.onnxtxt", "-o", "out.onnxtxt"], &wrong[..]].concat();
        let (_, errors, code) = folder.says(&arguments);
        assert!(errors.contains(expected) && code == 2, "{errors}");
        assert!(!folder.0.join("out.onnxtxt").exists());
    }
}

#[test]
fn one_name_has_one_size_and_one_type() {
    let folder = folder("twice");
    let said = |more: [&str; 4]| folder.says(&[&["specialize", "m.onnxtxt", "-o", "out.onnxtxt"][..], &more].concat());
    let (_, errors, code) = said(["--bind", "N=1", "--bind", "N=2"]);
    assert_eq!(code, 2);
    assert!(errors.contains("--bind gives `N` two sizes, 1 and 2; give it one"), "{errors}");
    let (_, errors, code) = said(["--input-shape", "x:[1,3,4]", "--input-shape", "x:f32[1,3,4]"]);
    assert_eq!(code, 2);
    assert!(errors.contains("--input-shape gives `x` two types, [1,3,4] and f32[1,3,4]; give it one"), "{errors}");
    assert!(!folder.0.join("out.onnxtxt").exists());
    assert_eq!(said(["--bind", "N=2", "--bind", "N=2"]).2, 0, "the same size twice is no contradiction");
}
