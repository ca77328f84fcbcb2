//! Settings that match no file or node, and grouped findings.

use super::GOOD;
use crate::folder::Folder;

const CONFIG: &str = r#"
[[model]]
path = "dtector.onnxtxt"
expect = { y = "f32[1]" }

[[model]]
path = "m/detector.onnxtxt"
bind = { N = 1 }

[lint.per-file-ignores]
"*.onx" = ["OP102"]
"m" = ["OP103"]
"other/*.onnxtxt" = ["OP103"]

[lint.per-node-ignores."m/*"]
"nonode" = ["OP102"]
"rmi*" = ["OP102"]
"#;

#[test]
fn unused_settings_are_reported() {
    let folder = Folder::new("vain").with("shapewright.toml", CONFIG).with("m/detector.onnxtxt", GOOD);
    let (code, errors) = folder.fails(&["lint", "."]);
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(
        lines,
        [
            "warning: shapewright.toml:2: `model` is unused: `dtector.onnxtxt` matches no checked file; did you mean \
             `detector.onnxtxt`?",
            "warning: shapewright.toml:11: `lint.per-file-ignores.\"*.onx\"` is unused: `*.onx` matches no checked file",
            "warning: shapewright.toml:13: `lint.per-file-ignores.\"other/*.onnxtxt\"` is unused: `other/*.onnxtxt` \
             matches no checked file",
            "warning: shapewright.toml:16: `lint.per-node-ignores.\"m/*\".nonode` is unused: `nonode` matches no node \
             of `m/*`",
        ]
    );
    assert_eq!(code, Some(0));
    // Elsewhere there may be what a part of the folder lacks.
    let (_, errors) = folder.fails(&["lint", "m"]);
    assert!(errors.contains("nonode") && errors.lines().count() == 1, "{errors}");
    for partial in [&["m/detector.onnxtxt"][..], &["-q", "."], &["--isolated", "."]] {
        assert_eq!(folder.fails(&[&["lint"], partial].concat()), (Some(0), String::new()), "{partial:?}");
    }
}

#[test]
fn settings_for_nodes_of_files_that_would_be_fixed_are_used() {
    let config = "[lint.per-node-ignores.\"m/*\"]\nrmin = [\"OP102\"]\n";
    let folder = Folder::new("would-fix").with("shapewright.toml", config).with("m/detector.onnxtxt", GOOD);
    for arguments in [&["lint", "."][..], &["lint", "--diff", "."], &["lint", "--fix", "."]] {
        let (_, errors) = folder.fails(arguments);
        assert!(!errors.contains("unused"), "{arguments:?}: {errors}");
    }
}

#[test]
fn names_are_suggested_for_the_first_unused_settings() {
    let lines: Vec<String> = (0..25).map(|i| format!("\"detector{i}.onnxtxt\" = [\"OP102\"]\n")).collect();
    let config = format!("[lint.per-file-ignores]\n{}", lines.concat());
    let folder = Folder::new("suggestions").with("shapewright.toml", config).with("m/detector.onnxtxt", GOOD);
    let (_, errors) = folder.fails(&["lint", "."]);
    let suggested: Vec<bool> = errors.lines().map(|line| line.ends_with("did you mean `detector.onnxtxt`?")).collect();
    assert_eq!(suggested, (0..25).map(|i| i < 20).collect::<Vec<_>>(), "{errors}");
}

#[test]
fn similar_findings_are_grouped_with_names() {
    let names: Vec<String> = (0..6).map(|i| format!("w{i}")).collect();
    let tensors: Vec<String> = names.iter().map(|name| format!("float[2] {name} = {{1}}")).collect();
    let text = format!(
        "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[2] x) => (float[2] y)\n<{}>\n{{\n  y = Sum (x, {})\n}}\n",
        tensors.join(", "),
        names.join(", ")
    );
    let folder = Folder::new("tensors").with("m.onnxtxt", text);
    let (out, _, code) = folder.says(&["lint", "m.onnxtxt"]);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("5 more like this: w1, w2, w3, …"), "{out}");
}

#[test]
fn singular_forms_are_used_for_one() {
    let bad = GOOD.replace("ReduceMin <keepdims = 0> (r, a)", "ReduceMin <keepdims = 2> (r, a, a)");
    let folder = Folder::new("one").with("m.onnxtxt", bad);
    let (out, ..) = folder.says(&["lint", "--max-diagnostics", "1", "m.onnxtxt"]);
    assert!(out.contains("1 more is not shown."), "{out}");
    let (out, ..) = folder.says(&["lint", "-f", "sarif", "--max-diagnostics", "1", "m.onnxtxt"]);
    assert!(out.contains("m.onnxtxt: 1 more is not shown."), "{out}");
    let lacking = GOOD.replace("ReduceMin <keepdims = 0> (r, a)", "Add (r)");
    let (out, ..) = folder.with("m.onnxtxt", lacking).says(&["lint", "-f", "concise", "m.onnxtxt"]);
    assert!(out.contains("Add-14 has 1 input; expected 2"), "{out}");
}
