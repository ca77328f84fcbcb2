//! `snap`.

use std::fs;

use super::{GOOD, chain};
use crate::folder::Folder;

#[test]
fn snapshot_is_written_and_compared() {
    let folder = Folder::new("snap").with("m/a.onnxtxt", GOOD).with("m/b.onnxtxt", chain(3));
    let (out, errors, code) = folder.says(&["snap", "--check", "m"]);
    assert!(out.contains("m/a.onnxtxt.shapes is missing"), "{out}");
    assert_eq!((errors.as_str(), code), ("2 snapshots: 2 different or missing, 0 unchanged\n", 1));
    let (out, _, code) = folder.says(&["snap", "m"]);
    assert_eq!((out.as_str(), code), ("wrote m/a.onnxtxt.shapes\nwrote m/b.onnxtxt.shapes\n", 0));
    assert_eq!(
        folder.text_of("m/a.onnxtxt.shapes"),
        "onnx, opset 18\n\nmain\n  in x f32[N,3,H,W]\n  const a i64[1] = [1]\n  relu Relu(x) -> r f32[N,3,H,W]\n  \
         rmin ReduceMin(r, a) -> y f32[N,H,W]\n  out y f32[N,H,W]\n\nfindings: none\n"
    );
    assert_eq!(folder.says(&["-q", "snap", "m"]), (String::new(), String::new(), 0), "nothing is written again");
    assert_eq!(folder.says(&["snap", "-q", "--check", "m"]), (String::new(), String::new(), 0));
    // Elsewhere and by another name of the folder it is the same; so it is with the line ends of another system.
    let text = folder.text_of("m/a.onnxtxt.shapes");
    let folder = folder.with("other/a.onnxtxt", GOOD).with("other/a.onnxtxt.shapes", text.replace('\n', "\r\n"));
    assert_eq!(folder.says(&["snap", "-q", "--check", "./other/../other"]).2, 0);
    let folder = folder.with("m/a.onnxtxt", GOOD.replace("{1}", "{-1}").replace("float[N,H,W] y", "float[N,3,H] y"));
    let (out, _, code) = folder.says(&["snap", "-q", "--check", "m"]);
    assert!(out.starts_with("m/a.onnxtxt.shapes differs (- the snapshot, + the model)\n@@ line "), "{out}");
    assert!(out.contains("-   out y f32[N,H,W]\n"), "{out}");
    assert!(out.contains("+   out y f32[N,3,H]\n"), "{out}");
    assert_eq!(code, 1);
    assert_eq!(folder.text_of("m/a.onnxtxt.shapes"), text, "checking writes nothing");
}

#[test]
fn a_long_snapshot_is_compared_to_its_end() {
    let folder = Folder::new("snap-long").with("a.onnxtxt", chain(3_000));
    folder.says(&["snap", "a.onnxtxt"]);
    let text = folder.text_of("a.onnxtxt.shapes");
    assert!(text.len() > 100_000, "{} bytes", text.len());
    assert_eq!(folder.says(&["snap", "-q", "--check", "a.onnxtxt"]).2, 0);
    folder.write("a.onnxtxt.shapes", text.replace("findings: none", "findings: some"));
    let (out, _, code) = folder.says(&["snap", "-q", "--check", "a.onnxtxt"]);
    assert!(out.contains("- findings: some\n") && out.contains("+ findings: none\n"), "{out}");
    assert_eq!(code, 1);
}

#[test]
fn snap_never_overwrites_data() {
    let test_data = |name: &str| {
        fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/onnx").join(name)).expect("test data")
    };
    let mut model = test_data("external.onnx");
    while let Some(at) = model.windows(13).position(|name| name == b"external.data") {
        model[at..at + 13].copy_from_slice(b"m.onnx.shapes");
    }
    // Text, so that only the model says what it is for.
    let folder = Folder::new("snap-data").with("m.onnx", model).with("m.onnx.shapes", "a".repeat(64));
    folder.write("b.onnxtxt", GOOD);
    folder.write("b.onnxtxt.shapes", test_data("external.data"));
    let (out, errors, code) = folder.says(&["snap", "-q", "m.onnx", "b.onnxtxt"]);
    assert_eq!((out.as_str(), code), ("", 2), "{errors}");
    assert!(errors.contains("`m.onnx.shapes` contains data of the model"), "{errors}");
    assert!(errors.contains("`b.onnxtxt.shapes` is not a text file, and therefore not a snapshot"), "{errors}");
    assert_eq!(folder.text_of("m.onnx.shapes"), "a".repeat(64));
    assert_eq!(fs::read(folder.0.join("b.onnxtxt.shapes")).expect("the data"), test_data("external.data"));
}

#[test]
fn snapshot_without_its_model_is_reported() {
    let folder = Folder::new("snap-gone").with("m/a.onnxtxt", GOOD).with("m/b.onnxtxt", GOOD).with("m/n.shapes", "");
    // A directory is no snapshot, and nothing to delete.
    folder.write("m/c.onnx.shapes/kept", "");
    folder.says(&["snap", "m"]);
    fs::remove_file(folder.0.join("m/b.onnxtxt")).expect("removed");
    let (out, errors, code) = folder.says(&["snap", "--check", "m", "m/a.onnxtxt"]);
    assert_eq!(out, "m/b.onnxtxt.shapes is the snapshot of m/b.onnxtxt, which does not exist; delete it\n");
    assert_eq!((errors.as_str(), code), ("2 snapshots: 0 different or missing, 1 unchanged, 1 without a model\n", 1));
    assert_eq!(folder.says(&["snap", "-q", "m"]), (String::new(), String::new(), 0), "nothing is written or deleted");
    let folder = folder.with("shapewright.toml", "exclude = [\"b.*\"]");
    assert_eq!(folder.says(&["snap", "-q", "--check", "m"]).2, 0, "what is left out is not told");
}

#[test]
fn snapshots_of_pages_and_of_other_files() {
    let page = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/openvino/reduce-min-page.rst")).expect("a page");
    let folder =
        Folder::new("snap-page").with("page.rst", page).with("bad.onnx", "no model").with("good.onnxtxt", GOOD);
    let (out, _, code) = folder.says(&["snap", "-q", "page.rst", "bad.onnx", "good.onnxtxt"]);
    assert!(out.starts_with("wrote page.rst.shapes\nerror[FM"), "{out}");
    assert!(out.ends_with("wrote good.onnxtxt.shapes\n") && code == 1, "{out}");
    assert!(folder.text_of("page.rst.shapes").contains("\nexample/4\n"));
    assert!(!folder.0.join("bad.onnx.shapes").exists());
    assert_eq!(folder.says(&["snap", "-q", "--check", "page.rst", "bad.onnx"]).2, 1);
    assert_eq!(folder.says(&["snap", "-q", "--check", "page.rst", "good.onnxtxt"]).2, 0);
    assert_eq!(folder.says(&["snap", "-"]).2, 2);
    assert_eq!(folder.says(&["snap", "missing.onnx"]).2, 2);
    // Where no file can be written, that is said, and nothing is half written.
    fs::create_dir(folder.0.join("bad.shapes")).expect("a folder");
    let folder = folder.with("bad", GOOD);
    let (_, errors, code) = folder.says(&["snap", "-q", "bad"]);
    assert!(errors.contains("`bad.shapes` is not a regular file") && code == 2, "{errors}");
}

#[cfg(unix)]
#[test]
fn snap_writes_through_no_link() {
    let folder = Folder::new("snap-link").with("m.onnxtxt", GOOD).with("elsewhere/profile", "mine\n");
    let link = |to: &str| {
        let place = folder.0.join("m.onnxtxt.shapes");
        let _ = fs::remove_file(&place);
        std::os::unix::fs::symlink(to, place).expect("a link");
    };
    for to in ["elsewhere/profile", "elsewhere/new"] {
        link(to);
        for arguments in [&["snap", "-q", "."][..], &["snap", "-q", "--check", "."]] {
            let (_, errors, code) = folder.says(arguments);
            assert!(errors.contains("m.onnxtxt.shapes` is not a regular file") && code == 2, "{errors}");
        }
    }
    assert_eq!(folder.text_of("elsewhere/profile"), "mine\n");
    assert!(!folder.0.join("elsewhere/new").exists());
}

/// Names are short in the file, and the snapshot has a type for each.
#[test]
fn a_snapshot_that_is_much_longer_than_its_model_is_not_written() {
    let node = |node: usize| {
        let outputs: Vec<String> = (0..60_000).map(|at| format!("o{at}_{node}")).collect();
        format!("{} = Split <num_outputs = 60000, axis = 1> (x)\n", outputs.join(","))
    };
    let (head, name) = ("<ir_version: 8, opset_import: [\"\" : 18]>", "n".repeat(230));
    let text = format!("{head}\ng (float[{name},60000] x) => (o0_0) {{\n{}{}}}", node(0), node(1));
    let folder = Folder::new("snap-refused").with("m.onnxtxt", text);
    for arguments in [&["snap", "m.onnxtxt"][..], &["snap", "--check", "m.onnxtxt"]] {
        let (out, errors, code) = folder.says(arguments);
        assert!(errors.contains("the snapshot of `m.onnxtxt` would have more than "), "{errors}");
        assert_eq!((out.as_str(), code), ("", 2));
    }
    assert!(!folder.0.join("m.onnxtxt.shapes").exists());
}
