//! `convert`: what it writes, and what it refuses.

use crate::folder::Folder;

/// As the program itself prints it, so that it comes back unchanged.
const MODEL: &str = r#"<
   ir_version: 9,
   opset_import: ["" : 18]
>
g (float[N,20] x) => (float[N,20] y) 
   <
      float[20] w =  {0.5,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19},
      float[1] b =  {0.25}
   >
{
   [mul] p = Mul (x, w)
   [add] y = Add (p, b)
}
"#;

fn folder(name: &str) -> Folder {
    Folder::new(name).with("m.onnxtxt", MODEL)
}

fn bytes_of(folder: &Folder, name: &str) -> Vec<u8> {
    std::fs::read(folder.0.join(name)).expect("a file")
}

#[test]
fn text_and_binary_are_selected_by_the_extension() {
    let folder = folder("convert-forms");
    let (out, errors, code) = folder.says(&["convert", "m.onnxtxt", "-o", "m.onnx"]);
    let length = bytes_of(&folder, "m.onnx").len();
    assert_eq!((out.as_str(), errors.trim(), code), ("", &*format!("m.onnxtxt -> m.onnx: {length} bytes written"), 0));
    assert_eq!(folder.code(&["convert", "m.onnx", "-o", "back.onnxtxt"]), Some(0));
    assert_eq!(folder.text_of("back.onnxtxt"), MODEL);
    assert_eq!(folder.code(&["diff", "m.onnxtxt", "m.onnx"]), Some(0));
    for name in ["m.pb", "m", "m.xml"] {
        let (_, errors, code) = folder.says(&["convert", "m.onnx", "-o", name]);
        let why = "selects no form of ONNX; expected `.onnx` for binary or `.onnxtxt` for text";
        assert_eq!((errors.trim(), code), (&*format!("error: the extension of `{name}` {why}"), 2));
    }
}

#[test]
fn weights_move_to_a_file_and_back_to_the_same_bytes() {
    let folder = folder("convert-file");
    assert_eq!(folder.code(&["convert", "m.onnxtxt", "-o", "m.onnx"]), Some(0));
    let by_size = ["--external", "file", "--external-threshold", "64"];
    let (_, errors, code) = folder.says(&[&["convert", "m.onnx", "-o", "moved.onnx"][..], &by_size].concat());
    assert!(errors.contains("-> moved.onnx: ") && errors.contains(" written, 80 bytes of data"), "{errors}");
    assert_eq!((code, bytes_of(&folder, "moved.onnx.data").len()), (0, 80));
    assert_eq!(folder.code(&["convert", "moved.onnx", "-o", "back.onnx", "--external", "inline"]), Some(0));
    assert_eq!(bytes_of(&folder, "back.onnx"), bytes_of(&folder, "m.onnx"));
    // Of a text, the data is in the same file.
    let named = ["--external-file", "w.bin"];
    let text = [&["convert", "m.onnx", "-o", "moved.onnxtxt"][..], &by_size, &named].concat();
    assert_eq!(folder.code(&text), Some(0));
    assert!(folder.text_of("moved.onnxtxt").contains(r#"w = ["location": "w.bin", "offset": "0", "length": "80"]"#));
    assert_eq!(bytes_of(&folder, "w.bin"), bytes_of(&folder, "moved.onnx.data"));
    assert_eq!(folder.code(&["lint", "moved.onnxtxt"]), Some(0));
}

#[test]
fn data_in_other_files_is_kept_copied_or_embedded() {
    let folder = folder("convert-elsewhere");
    let moved = ["convert", "m.onnxtxt", "-o", "m.onnx", "--external", "file", "--external-threshold", "1"];
    assert_eq!(folder.code(&moved), Some(0));
    std::fs::create_dir(folder.0.join("sub")).expect("a folder");
    let to = |external: &str| folder.says(&["convert", "m.onnx", "-o", "sub/m.onnxtxt", "--external", external]);
    let (_, errors, code) = to("keep");
    assert!(errors.contains("`--external copy` copies it there, and `--external inline` stores it"), "{errors}");
    assert_eq!((code, folder.0.join("sub/m.onnxtxt").exists()), (2, false));
    assert_eq!(to("copy").2, 0);
    assert_eq!(bytes_of(&folder, "sub/m.onnx.data"), bytes_of(&folder, "m.onnx.data"));
    assert!(folder.text_of("sub/m.onnxtxt").contains(r#"["location": "m.onnx.data""#));
    assert_eq!(to("inline").2, 0);
    assert_eq!(folder.text_of("sub/m.onnxtxt"), MODEL);
    // A model above the data refers to it where it is.
    std::fs::remove_file(folder.0.join("m.onnx")).expect("a file");
    assert_eq!(to("copy").2, 2, "there is nothing to convert");
}

#[test]
fn nothing_that_is_read_is_written_over() {
    let folder = folder("convert-over");
    let moved = ["convert", "m.onnxtxt", "-o", "m.onnx", "--external", "file", "--external-threshold", "1"];
    assert_eq!(folder.code(&moved), Some(0));
    let before = (bytes_of(&folder, "m.onnx"), bytes_of(&folder, "m.onnx.data"));
    for (arguments, why) in [
        (&["-o", "m.onnx", "--external", "inline"][..], "is the file that is read; --in-place writes over it"),
        (&["-o", "n.onnx", "--external", "file", "--external-file", "m.onnx.data"], "contains data of the input model"),
        (&["-o", "n.onnx", "--external", "file", "--external-file", "n.onnx"], "or is a model"),
        (&["-o", "n.onnx", "--external", "file", "--external-file", "m.onnx"], "or is a model"),
        (&["-o", "n.onnx", "--external", "file", "--external-file", "../n.data"], "is not below the directory"),
        (&["-o", "n.onnx", "--external-file", "n.data"], "has no effect without `--external file`"),
        (
            &["-o", "n.onnx", "--external-threshold", "8"],
            "`--external-threshold` has no effect without `--external file`",
        ),
    ] {
        let (_, errors, code) = folder.says(&[&["convert", "m.onnx"], arguments].concat());
        assert!(errors.contains(why), "{errors}");
        assert_eq!((code, folder.0.join("n.onnx").exists()), (2, false));
    }
    assert_eq!((bytes_of(&folder, "m.onnx"), bytes_of(&folder, "m.onnx.data")), before);
    assert_eq!(folder.code(&["convert", "m.onnx", "-o", "m.onnx", "--in-place", "--external", "inline"]), Some(0));
    assert_eq!(folder.code(&["convert", "m.onnx", "-o", "m.onnxtxt"]), Some(0));
    assert_eq!(folder.text_of("m.onnxtxt"), MODEL);
}

#[test]
fn what_text_loses_is_listed() {
    let folder = Folder::new("convert-lost");
    let training = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/onnx/training.onnx");
    let (out, errors, code) = folder.says(&["convert", training, "-o", "m.onnxtxt"]);
    assert_eq!((out.trim(), code), ("the text form has no `ModelProto.training_info`; lost: 1", 0));
    assert!(errors.trim().ends_with(", 1 field lost"), "{errors}");
    let (out, ..) = folder.says(&["convert", training, "-o", "m.onnxtxt", "-f", "json"]);
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&report["lost"], &report["status"], &report["data_bytes"]), (&1.into(), &"ok".into(), &0.into()));
}

#[test]
fn suppressions_that_a_binary_file_loses_are_counted() {
    let text = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[2] x) => (float[2] y) {\n  y = Relu (x)\n  \
                # shapewright: ignore[dead-node]\n  z = Neg (x)\n}";
    let folder = Folder::new("convert-comments").with("m.onnxtxt", text);
    let (out, _, code) = folder.says(&["convert", "m.onnxtxt", "-o", "m.onnx"]);
    assert_eq!((out.trim(), code), ("the binary form has no `# shapewright: ignore`; lost: 1", 0));
    // The header of a text may have metadata, which stays.
    let text = text.replace("# shapewright: ignore[dead-node]", "");
    let text = text.replace("18]>", "18], metadata_props: [\"shapewright.ignore\": \"dead-node\"]>");
    folder.write("header.onnxtxt", text);
    let (out, _, code) = folder.says(&["convert", "header.onnxtxt", "-o", "header.onnx"]);
    assert_eq!((out.trim(), code), ("", 0));
    let (out, _, code) = folder.says(&["convert", "m.onnxtxt", "-o", "n.onnxtxt"]);
    assert_eq!((out.trim(), code), ("", 0));
}

#[test]
fn weights_are_omitted_on_request() {
    let folder = folder("convert-omit");
    assert_eq!(folder.code(&["convert", "m.onnxtxt", "-o", "m.onnx"]), Some(0));
    assert_eq!(folder.code(&["convert", "m.onnx", "-o", "short.onnxtxt", "--omit-weights"]), Some(0));
    let (printed, ..) = folder.says(&["print", "m.onnx"]);
    assert_eq!(folder.text_of("short.onnxtxt"), printed);
    let (_, errors, code) = folder.says(&["convert", "short.onnxtxt", "-o", "again.onnx"]);
    let why = "the text omits the data of tensor `w`; convert the model that it was printed from";
    assert_eq!((errors.trim(), code), (&*format!("error: cannot convert `short.onnxtxt`: {why}"), 2));
}

#[test]
fn other_formats_and_broken_files_are_refused() {
    let folder = Folder::new("convert-refused").with("faulty.onnxtxt", MODEL.replace("Mul (x", "Mul x"));
    let ir = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/openvino/if.xml");
    let (_, errors, code) = folder.says(&["convert", ir, "-o", "m.onnx"]);
    assert!(errors.contains("its format is OpenVINO IR; only ONNX has two forms"), "{errors}");
    assert_eq!(code, 2);
    let (out, errors, code) = folder.says(&["convert", "faulty.onnxtxt", "-o", "m.onnx"]);
    assert!(out.starts_with("error[FM"), "{out}");
    assert_eq!((errors.trim(), code), ("error: `faulty.onnxtxt` cannot be read completely and is not converted", 1));
    folder.write("empty.onnx", "");
    let (out, errors, code) = folder.says(&["convert", "empty.onnx", "-o", "m.onnx"]);
    assert!(out.starts_with("error[FM001]: the file is empty"), "{out}");
    assert_eq!((errors.trim(), code), ("error: `empty.onnx` cannot be read completely and is not converted", 1));
    assert!(!folder.0.join("m.onnx").exists());
}
