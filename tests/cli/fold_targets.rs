//! The targets of `fold` and of external data: no file that is still needed is overwritten.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with a model whose weights lie in a folder below it: `in/m.onnx` and `in/data/w.bin`.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("target-{name}"));
        let _ = fs::remove_dir_all(&path);
        let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/onnx");
        fs::create_dir_all(path.join("in/data")).expect("folders");
        let model = fs::read(testdata.join("external.onnx")).expect("the model");
        // A location of the same length, so that no length around it changes.
        let at = model.windows(13).position(|w| w == b"external.data").expect("the location");
        let mut moved = model.clone();
        moved[at..at + 13].copy_from_slice(b"data/wght.bin");
        while let Some(at) = moved.windows(13).position(|w| w == b"external.data") {
            moved[at..at + 13].copy_from_slice(b"data/wght.bin");
        }
        fs::write(path.join("in/m.onnx"), moved).expect("a file");
        fs::copy(testdata.join("external.data"), path.join("in/data/wght.bin")).expect("a file");
        Folder(path)
    }

    /// The exit code of `fold` with these arguments, and its standard error.
    fn fold(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shapewright"));
        let output = command.arg("fold").args(arguments).current_dir(&self.0).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// `fold` exits with 2 and reports this.
    fn refuses(&self, arguments: &[&str], says: &str) {
        let (code, text) = self.fold(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {text}");
        assert!(text.contains(says), "{arguments:?} says: {text}");
    }

    /// The model with another location of its data.
    fn with_data_at(&self, location: &[u8; 13]) -> Vec<u8> {
        let mut model = self.read("in/m.onnx");
        while let Some(at) = model.windows(13).position(|w| w == b"data/wght.bin") {
            model[at..at + 13].copy_from_slice(location);
        }
        model
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

#[test]
fn data_is_copied_to_the_same_relative_path() {
    let folder = Folder::new("copy");
    fs::create_dir(folder.0.join("out")).expect("a folder");
    folder.refuses(
        &["in/m.onnx", "-o", "out/m.onnx"],
        "`--external copy` copies it there, and `--external inline` stores it in the model",
    );
    assert_eq!(folder.fold(&["in/m.onnx", "-o", "out/m.onnx", "--external", "copy"]).0, Some(0));
    assert_eq!(folder.read("out/data/wght.bin"), folder.read("in/data/wght.bin"));
    assert_eq!(folder.read("out/m.onnx"), folder.read("in/m.onnx"));
    // Again: the same bytes are there already.
    assert_eq!(folder.fold(&["in/m.onnx", "-o", "out/m.onnx", "--external", "copy"]).0, Some(0));
    fs::write(folder.0.join("out/data/wght.bin"), "precious").expect("a file");
    folder.refuses(&["in/m.onnx", "-o", "out/m.onnx", "--external", "copy"], "already exists and differs");
    assert_eq!(folder.read("out/data/wght.bin"), b"precious");
}

#[test]
fn data_is_not_copied_to_where_the_model_is_written() {
    let folder = Folder::new("same");
    fs::write(folder.0.join("in/m.onnx"), folder.with_data_at(b"wghtdata.onnx")).expect("a file");
    fs::copy(folder.0.join("in/data/wght.bin"), folder.0.join("in/wghtdata.onnx")).expect("a file");
    fs::create_dir(folder.0.join("out")).expect("a folder");
    let arguments = ["in/m.onnx", "-o", "out/wghtdata.onnx", "--external", "copy"];
    folder.refuses(&arguments, "the external data `wghtdata.onnx` and the new model would be one file");
    assert_eq!(fs::read_dir(folder.0.join("out")).expect("a folder").count(), 0);
    assert_eq!(folder.fold(&["in/m.onnx", "-o", "out/m.onnx", "--external", "copy"]).0, Some(0));
    assert_eq!(folder.read("out/wghtdata.onnx"), folder.read("in/wghtdata.onnx"));
}

#[test]
fn locations_are_adjusted_for_a_parent_directory() {
    let folder = Folder::new("above");
    assert_eq!(folder.fold(&["in/m.onnx", "-o", "m.onnx"]).0, Some(0));
    let model = folder.read("m.onnx");
    assert!(model.windows(16).any(|w| w == b"in/data/wght.bin"), "the location is relative to the new place");
    assert_eq!(folder.fold(&["m.onnx", "--dry-run"]).0, Some(0), "the data is found from there");
}

#[test]
fn data_is_embedded_on_request() {
    let folder = Folder::new("embed");
    fs::create_dir(folder.0.join("out")).expect("a folder");
    assert_eq!(folder.fold(&["in/m.onnx", "-o", "out/m.onnx", "--external", "inline"]).0, Some(0));
    let model = folder.read("out/m.onnx");
    assert!(!model.windows(8).any(|w| w == b"wght.bin"), "no file is named any more");
    assert_eq!(fs::read_dir(folder.0.join("out")).expect("a folder").count(), 1);
}

#[test]
fn data_outside_the_models_directory_is_not_copied() {
    let folder = Folder::new("outside");
    fs::create_dir_all(folder.0.join("in/deep")).expect("a folder");
    fs::create_dir_all(folder.0.join("out/deep")).expect("a folder");
    fs::write(folder.0.join("in/deep/m.onnx"), folder.with_data_at(b"../../wgh.bin")).expect("a file");
    fs::copy(folder.0.join("in/data/wght.bin"), folder.0.join("wgh.bin")).expect("a file");
    let arguments = ["in/deep/m.onnx", "-o", "out/deep/m.onnx", "--external", "copy", "--force"];
    folder.refuses(&arguments, "was not read and cannot be copied");
}

#[test]
fn data_of_the_model_is_not_overwritten() {
    let folder = Folder::new("data");
    let data = folder.read("in/data/wght.bin");
    folder.refuses(&["in/m.onnx", "-o", "in/data/wght.bin"], "contains data of the input model");
    assert_eq!(folder.read("in/data/wght.bin"), data);
    // Where they are missing, too: the model would be read as its own data.
    fs::remove_file(folder.0.join("in/data/wght.bin")).expect("a file");
    folder.refuses(&["in/m.onnx", "-o", "in/data/wght.bin", "--force"], "contains data of the input model");
    assert!(!folder.0.join("in/data/wght.bin").exists());
    let ir = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/openvino");
    for name in ["if.xml", "if.bin"] {
        fs::copy(ir.join(name), folder.0.join(name)).expect("a file");
    }
    fs::rename(folder.0.join("if.xml"), folder.0.join("if.model.xml")).expect("a file");
    fs::rename(folder.0.join("if.bin"), folder.0.join("if.model.bin")).expect("a file");
    let weights = folder.read("if.model.bin");
    folder.refuses(&["if.model.xml", "-o", "if.model.bin.xml/"], "a model cannot be written to");
    assert_eq!(folder.fold(&["if.model.xml", "-o", "if.model.xml", "--in-place"]).0, Some(0), "in place is no clash");
    assert!(folder.read("if.model.bin").len() <= weights.len() + 64);
}

#[test]
fn special_files_are_rejected_as_targets() {
    let folder = Folder::new("nofile");
    for target in ["in", "in/", "..", "-"] {
        folder.refuses(&["in/m.onnx", "-o", target], "expected a file name");
    }
    folder.refuses(
        &["in/m.onnx", "-o", "nowhere/m.onnx", "--external", "inline"],
        "the directory `nowhere` does not exist",
    );
}

#[test]
fn unmatched_operator_names_are_reported() {
    let folder = Folder::new("options");
    folder.refuses(&["in/m.onnx", "--dry-run", "--only", "ReduceMim"], "did you mean `ReduceMin`?");
    assert_eq!(folder.fold(&["in/m.onnx", "--dry-run", "--only", "ReduceMin,Add"]).0, Some(0));
    let ir = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/openvino/if.xml");
    folder
        .refuses(&[&ir.display().to_string(), "--dry-run", "--external", "inline"], "--external applies only to ONNX");
}

#[test]
fn extension_of_the_other_format_is_rejected() {
    let folder = Folder::new("other-format");
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    let of = |name: &str| testdata.join(name).display().to_string();
    let (onnx, ir) = (of("onnx/dynamic.onnx"), of("openvino/dynamic.xml"));
    folder.refuses(&[&onnx, "-o", "q.xml"], "`q.xml` has an extension of OpenVINO IR; write to `q.onnx`");
    fs::write(folder.0.join("other.xml"), "<net/>").expect("a file");
    fs::write(folder.0.join("other.bin"), "weights").expect("a file");
    folder.refuses(&[&onnx, "-o", "other.bin"], "`other.bin` has an extension of OpenVINO IR; write to `other.onnx`");
    folder.refuses(&[&onnx, "-o", "q.XML"], "write to `q.onnx`");
    folder.refuses(&[&ir, "-o", "q.onnx"], "`q.onnx` has an extension of ONNX; write to `q.xml`");
    folder.refuses(&[&ir, "-o", "q.onnxtxt"], "write to `q.xml`");
    for name in ["q.xml", "q.onnx", "q.onnx.xml", "q.onnxtxt.xml"] {
        assert!(!folder.0.join(name).exists(), "{name}");
    }
    assert_eq!(folder.fold(&[&ir, "-o", "q.model"]).0, Some(0), "any other name is the caller's business");
}

#[test]
fn truncated_model_is_not_folded() {
    let folder = Folder::new("cut");
    fs::write(folder.0.join("page.html"), "<!DOCTYPE html><html></html>").expect("a file");
    let model = folder.read("in/m.onnx");
    fs::write(folder.0.join("cut.onnx"), &model[..model.len() - 20]).expect("a file");
    for name in ["page.html", "cut.onnx"] {
        let (code, text) = folder.fold(&[name, "-o", "out.onnx", "--force"]);
        assert_eq!(code, Some(1), "{name}: {text}");
        assert!(text.contains("cannot be read completely and is not folded"), "{name}: {text}");
        assert!(!folder.0.join("out.onnx").exists());
    }
}
