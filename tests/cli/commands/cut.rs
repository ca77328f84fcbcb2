//! Models that could not be read completely: no command treats them as complete.

use std::fs;

use crate::folder::Folder;

/// A folder with whole models, and their first parts.
fn halves(name: &str) -> Folder {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/");
    let read = |path: &str| fs::read(format!("{root}{path}")).expect("a file");
    let (onnx, ir) = (read("onnx/loop.onnx"), read("openvino/if.xml"));
    let folder = Folder::new(name).with("a.onnx", &onnx[..onnx.len() * 2 / 3]).with("b.onnx", &onnx);
    folder.with("a.xml", &ir[..ir.len() / 2]).with("b.xml", ir)
}

#[test]
fn truncated_model_is_not_compared() {
    let folder = halves("cut-diff");
    for (a, b) in [("a.onnx", "b.onnx"), ("b.onnx", "a.onnx"), ("a.xml", "b.xml")] {
        let (out, errors, code) = folder.says(&["diff", a, b]);
        assert_eq!((out.as_str(), code), ("", 1), "{a} {b}");
        assert!(errors.contains("error[FM002]"), "{errors}");
    }
    let (out, _, code) = folder.says(&["diff", "-f", "json", "a.onnx", "b.onnx"]);
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&report["unreadable"][0]["code"], code), (&"FM002".into(), 1), "{out}");
}

#[test]
fn no_snapshot_is_written_for_a_truncated_model() {
    let folder = halves("cut-snap");
    for arguments in [&["snap", "-q", "a.onnx", "a.xml"][..], &["snap", "-q", "--check", "a.onnx", "a.xml"]] {
        let (out, _, code) = folder.says(arguments);
        assert_eq!((out.matches("error[FM002]").count(), code), (2, 1), "{out}");
        assert!(!folder.0.join("a.onnx.shapes").exists() && !folder.0.join("a.xml.shapes").exists());
    }
}

#[test]
fn truncated_model_is_shown_with_its_finding() {
    let folder = halves("cut-print");
    for command in ["print", "graph"] {
        for (path, shown) in [("a.onnx", true), ("a.xml", false)] {
            let (out, errors, code) = folder.says(&[command, path]);
            assert!(errors.contains("error[FM002]") && code == 1, "{command} {path}: {errors}");
            assert!(!shown || !out.is_empty(), "{command} {path}");
        }
    }
    let (out, errors, code) = folder.says(&["graph", "a.onnx", "-o", "a.dot", "--bind", "Q=1"]);
    assert!(errors.contains("error[FM002]") && !errors.contains("--bind"), "{errors}");
    assert_eq!((out.as_str(), code, folder.0.join("a.dot").exists()), ("", 1, false));
    let (out, errors, code) = folder.says(&["print", "--textconv", "a.onnx"]);
    assert!(out.contains("error[FM002]") && out.contains("graph") && errors.is_empty() && code == 0, "{out}");
}
