//! `lint --add-ignores`: what it writes, that it is enough, and what it cannot suppress.

use std::fs;

use crate::folder::Folder;

const TEXT: &str = r#"<ir_version: 9, opset_import: ["" : 18, "unused" : 1]>
g (float[2] x, bool c) => (float[2] y) {
  [twice] y = Add (z, w)
  [id] z = Identity (x)  # kept
  w = If (c) <then_branch = a () => (float[2] p) { p = Identity (x) },
              else_branch = b () => (float[2] q) {
                q = Identity (x)
              }>
  [one] one = Neg (x)
  [two] two = Abs (one) }
"#;

/// Lints with the rules that are off by default, too.
fn all(folder: &Folder, name: &str) -> Vec<String> {
    folder.findings(&["--select", "all", name])
}

fn add(folder: &Folder, name: &str) -> (String, String, i32) {
    folder.says(&["lint", "--add-ignores", "--select", "all", "--min-level", "note", name])
}

/// Everything is suppressed, nothing in vain, and a second run changes no byte.
#[track_caller]
fn is_quiet(folder: &Folder, name: &str) {
    assert_eq!(all(folder, name), [""; 0]);
    let before = fs::read(folder.0.join(name)).expect("a file");
    let (_, errors, code) = add(folder, name);
    assert_eq!((errors.trim(), code), ("note: suppressed nothing: there are no findings", 0));
    assert!(fs::read(folder.0.join(name)).expect("a file") == before, "{name}");
}

/// The lines that are in the new text only; without them, it is the old one.
#[track_caller]
fn added(before: &str, after: &str) -> Vec<String> {
    let (mut old, mut added) = (before.lines().peekable(), Vec::new());
    for line in after.lines() {
        match old.peek() {
            Some(expected) if *expected == line => drop(old.next()),
            Some(expected) if line.starts_with(expected) && line[expected.len()..].starts_with("  # shapewright") => {
                added.push(line[expected.len()..].to_owned());
                old.next();
            }
            _ => added.push(line.to_owned()),
        }
    }
    assert_eq!(old.next(), None, "a line is gone");
    added
}

#[test]
fn every_finding_of_a_text_is_suppressed_at_its_node() {
    let folder = Folder::new("ignore-text").with("m.onnxtxt", TEXT);
    let found = all(&folder, "m.onnxtxt");
    assert!(found.len() > 6, "{found:?}");
    let (out, errors, code) = add(&folder, "m.onnxtxt");
    assert_eq!(code, 0, "{out}");
    assert!(errors.contains(&format!("suppressed {} findings in 1 file: ", found.len())), "{errors}");
    let text = folder.text_of("m.onnxtxt");
    let lines = added(TEXT, &text);
    assert!(lines.iter().all(|line| line.trim_start().starts_with("# shapewright: ignore[")), "{lines:?}");
    assert!(text.starts_with("# shapewright: ignore["), "of the whole file: {text}");
    assert!(text.contains("\n                # shapewright: ignore[unnamed-node]"), "in a body: {text}");
    is_quiet(&folder, "m.onnxtxt");
}

#[test]
fn a_suppression_gets_another_rule() {
    let text = "<ir_version: 9, opset_import: [\"\" : 18]>\r\ng (float[2] x) => (float[2] y) {\r\n  y = Relu (x)\r\n  \
                # shapewright: ignore[axis-out-of-range] known\r\n  z = Softmax <axis = 4> (x)\r\n}";
    let folder = Folder::new("ignore-list").with("m.onnxtxt", text);
    let (.., code) = folder.says(&["lint", "--add-ignores", "--select", "all", "--min-level", "note", "m.onnxtxt"]);
    assert_eq!(code, 0);
    let now = folder.text_of("m.onnxtxt");
    assert!(now.contains("# shapewright: ignore[axis-out-of-range, dead-node] known\r\n  z ="), "{now}");
    assert!(!now.replace("\r\n", "").contains('\n'), "{now:?}");
    is_quiet(&folder, "m.onnxtxt");
}

#[test]
fn nodes_on_one_line_have_suppressions_of_their_own() {
    let text = "<ir_version: 9, opset_import: [\"\" : 18]> g (float[2] x) => (float[2] y) { a = Neg (x) b = Neg (x) y = \
                Relu (x) } # the end";
    let folder = Folder::new("ignore-line").with("m.onnxtxt", text);
    assert_eq!(add(&folder, "m.onnxtxt").2, 0);
    is_quiet(&folder, "m.onnxtxt");
    let now = folder.text_of("m.onnxtxt");
    let plain: Vec<&str> = now.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(plain.concat(), text);
}

#[test]
fn binary_models_get_metadata() {
    let folder = Folder::new("ignore-binary").with("m.onnxtxt", TEXT);
    assert_eq!(folder.code(&["convert", "m.onnxtxt", "-o", "m.onnx"]), Some(0));
    let before = fs::read(folder.0.join("m.onnx")).expect("a file");
    let (out, _, code) = add(&folder, "m.onnx");
    assert_eq!(code, 0, "{out}");
    is_quiet(&folder, "m.onnx");
    // Without the metadata, it is the same model.
    let (text, ..) = folder.says(&["convert", "m.onnx", "-o", "back.onnxtxt"]);
    assert_eq!(text.trim(), "the text form has no `NodeProto.metadata_props`; lost: 7");
    let kept = folder.text_of("back.onnxtxt");
    let header = kept.lines().filter(|line| !line.contains("metadata_props")).collect::<Vec<_>>().join("\n");
    folder.write("plain.onnxtxt", header.replace("\"unused\" : 1],", "\"unused\" : 1]"));
    assert_eq!(folder.code(&["convert", "plain.onnxtxt", "-o", "plain.onnx"]), Some(0));
    assert!(fs::read(folder.0.join("plain.onnx")).expect("a file") == before);
}

#[test]
fn xml_gets_comments_before_layers() {
    let testdata = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/openvino/");
    for name in ["detector", "misspelt", "duplicate-axes", "wrong-dims"] {
        let read = |extension: &str| fs::read(format!("{testdata}{name}.{extension}")).expect("a file");
        let folder = Folder::new(&format!("ignore-{name}")).with("m.xml", read("xml")).with("m.bin", read("bin"));
        let before = folder.text_of("m.xml");
        assert!(!all(&folder, "m.xml").is_empty(), "{name}");
        let (out, _, code) = add(&folder, "m.xml");
        assert_eq!(code, 0, "{name}: {out}");
        is_quiet(&folder, "m.xml");
        assert!(fs::read(folder.0.join("m.bin")).expect("a file") == read("bin"));
        let added = added(&before, &folder.text_of("m.xml"));
        assert!(added.iter().all(|line| line.trim().starts_with("<!-- shapewright: ignore[")), "{added:?}");
    }
}

#[test]
fn only_what_is_shown_is_suppressed() {
    let folder = Folder::new("ignore-selected").with("m.onnxtxt", TEXT);
    let (_, errors, _) =
        folder.says(&["lint", "--add-ignores", "--select", "dead-node", "--min-level", "note", "m.onnxtxt"]);
    assert!(errors.contains("in 1 file: ") && errors.contains(" dead-node") && !errors.contains("no-op"), "{errors}");
    let text = folder.text_of("m.onnxtxt");
    assert!(text.contains("ignore[dead-node]") && !text.contains("no-op-node"), "{text}");
    assert!(!all(&folder, "m.onnxtxt").is_empty());
}

#[test]
fn what_cannot_be_suppressed_is_said() {
    let unused = TEXT.replace("  [one]", "  # shapewright: ignore[axis-out-of-range]\n  [one]");
    let folder = Folder::new("ignore-refused").with("m.onnxtxt", unused).with("cut.onnx", &b"\x08\x09\x3a\x7f\x0a"[..]);
    let (out, errors, _) = add(&folder, "m.onnxtxt");
    let why = "note: `m.onnxtxt`: SU001 at `one` was not suppressed: it is about a suppression; correct or remove that";
    assert!(errors.contains(why), "{errors}");
    assert!(out.contains("SU001") && !out.contains("PF"), "{out}");
    let before = fs::read(folder.0.join("cut.onnx")).expect("a file");
    let (_, errors, code) = add(&folder, "cut.onnx");
    assert!(errors.contains("was not suppressed: the file cannot be read completely"), "{errors}");
    assert_eq!((code, fs::read(folder.0.join("cut.onnx")).expect("a file")), (1, before));
    let output = folder.run_with(&["lint", "--add-ignores", "-"], TEXT);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("suppressions cannot be added to standard input; pass a file"), "{errors}");
    assert_eq!(folder.code(&["lint", "--add-ignores", "--fix", "m.onnxtxt"]), Some(2));
}

#[test]
fn no_comment_is_written_into_a_string() {
    let text =
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[2] x) => (float[2] y) { y = Relu <s = \"a\nb\"> (x) }\n";
    let folder = Folder::new("ignore-string").with("m.onnxtxt", text);
    assert!(!all(&folder, "m.onnxtxt").is_empty());
    add(&folder, "m.onnxtxt");
    assert!(folder.text_of("m.onnxtxt").contains("<s = \"a\nb\">"), "{}", folder.text_of("m.onnxtxt"));
    is_quiet(&folder, "m.onnxtxt");
}
