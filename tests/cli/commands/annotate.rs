//! `annotate`: what it writes, and what it refuses.

use serde_json::Value;

use crate::folder::Folder;

const MODEL: &str = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[N,3] x) => (float[M,K] y) {
  twice = Concat <axis = 0> (x, x)  # kept
  y = Abs (twice)
}
"#;

const ANNOTATED: &str = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[N,3] x) => (float[M,3] y) <float["2*N",3] twice> {
  twice = Concat <axis = 0> (x, x)  # kept
  y = Abs (twice)
}
"#;

fn folder(name: &str) -> Folder {
    Folder::new(name).with("m.onnxtxt", MODEL)
}

#[test]
fn types_are_written_and_removed() {
    let folder = folder("written");
    let (out, errors, code) = folder.says(&["annotate", "m.onnxtxt", "-o", "out.onnxtxt"]);
    assert_eq!((out.as_str(), errors.trim(), code), ("", "m.onnxtxt -> out.onnxtxt: 1 type added, 1 type refined", 0));
    assert_eq!(folder.text_of("out.onnxtxt"), ANNOTATED);
    let (_, errors, code) = folder.says(&["annotate", "out.onnxtxt", "-o", "again.onnxtxt"]);
    assert_eq!((errors.trim(), code), ("out.onnxtxt -> again.onnxtxt: nothing to change", 0));
    assert_eq!(folder.text_of("again.onnxtxt"), ANNOTATED);
    assert_eq!(folder.says(&["annotate", "--strip", "out.onnxtxt", "-o", "plain.onnxtxt"]).2, 0);
    // Where the list of types was, there is one more space.
    let plain = folder.text_of("plain.onnxtxt").replace(")  {", ") {");
    assert_eq!(plain, MODEL.replace("[M,K]", "[M,3]"));
}

#[test]
fn every_option_has_an_effect() {
    let folder = folder("options");
    for (form, dim) in [("text", "\"2*N\""), ("symbol", "d0"), ("omit", "?")] {
        assert_eq!(folder.code(&["annotate", "m.onnxtxt", "-o", "out.onnxtxt", "--expressions", form]), Some(0));
        assert!(folder.text_of("out.onnxtxt").contains(&format!("<float[{dim},3] twice>")), "{form}");
    }
    assert_eq!(folder.code(&["annotate", "m.onnxtxt", "--dry-run", "-o", "none.onnxtxt"]), Some(0));
    assert!(!folder.0.join("none.onnxtxt").exists());
    let report = folder.run(&["annotate", "m.onnxtxt", "-o", "out.onnxtxt", "-f", "json"]).stdout;
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    let numbers = ["added", "refined", "corrected"].map(|key| report[key].as_u64());
    assert_eq!(numbers, [Some(1), Some(1), Some(0)]);
    assert_eq!((report["status"].as_str(), report["output"].as_str()), (Some("ok"), Some("out.onnxtxt")));
}

#[test]
fn a_contradiction_is_a_finding_and_nothing_is_written() {
    let folder = Folder::new("contradiction").with("m.onnxtxt", MODEL.replace("[M,K]", "[M,4]"));
    let (out, errors, code) = folder.says(&["annotate", "m.onnxtxt", "-o", "out.onnxtxt"]);
    assert!(out.contains("SH201") && out.contains("declared [M,4]"), "{out}");
    assert!(
        errors.contains("1 of its declarations contradict what is inferred; --overwrite replaces them"),
        "{errors}"
    );
    assert_eq!(code, 1);
    assert!(!folder.0.join("out.onnxtxt").exists());
    let (out, errors, code) = folder.says(&["annotate", "m.onnxtxt", "-o", "out.onnxtxt", "--overwrite"]);
    assert_eq!((out.as_str(), code), ("", 0), "{errors}");
    // The first declared dimension went with the declaration: what is inferred replaces all of it.
    assert_eq!(folder.text_of("out.onnxtxt"), ANNOTATED.replace("[M,3]", "[\"2*N\",3]"));
}

#[test]
fn a_model_with_other_errors_is_annotated_on_request_only() {
    let folder = Folder::new("errors").with("m.onnxtxt", MODEL.replace("axis = 0", "axis = 7"));
    let (out, errors, code) = folder.says(&["annotate", "m.onnxtxt", "-o", "out.onnxtxt"]);
    assert!(out.contains("OP102") && errors.contains("it has errors; --force annotates it"), "{out}{errors}");
    assert_eq!((code, folder.0.join("out.onnxtxt").exists()), (1, false));
    assert_eq!(folder.code(&["annotate", "m.onnxtxt", "-o", "out.onnxtxt", "--force"]), Some(1));
    assert!(folder.0.join("out.onnxtxt").exists());
    let folder = Folder::new("broken").with("m.onnx", b"\x08\x08\x3a\x7f");
    assert_eq!(folder.code(&["annotate", "m.onnx", "-o", "out.onnx", "--force"]), Some(1));
    assert!(!folder.0.join("out.onnx").exists());
}

#[test]
fn the_input_is_written_over_on_request_only() {
    let folder = folder("in-place");
    let (_, errors, code) = folder.says(&["annotate", "m.onnxtxt", "-o", "./m.onnxtxt"]);
    assert!(errors.contains("is the file that is read; --in-place writes over it"), "{errors}");
    assert_eq!((code, folder.text_of("m.onnxtxt").as_str()), (2, MODEL));
    assert_eq!(folder.code(&["annotate", "m.onnxtxt", "-o", "m.onnxtxt", "--in-place"]), Some(0));
    assert_eq!(folder.text_of("m.onnxtxt"), ANNOTATED);
}

#[test]
fn an_extension_of_something_else_is_refused() {
    let folder = folder("extension");
    for (out, expected) in [
        ("out.png", "`.png` is something else; expected `.onnx` or `.onnxtxt`"),
        ("out.csv", "`.csv` is something else"),
        ("out.xml", "write to `out.onnxtxt`"),
    ] {
        let (_, errors, code) = folder.says(&["annotate", "m.onnxtxt", "-o", out]);
        assert!(errors.contains(expected) && code == 2, "{errors}");
        assert!(!folder.0.join(out).exists());
    }
    assert_eq!(folder.code(&["annotate", "m.onnxtxt"]), Some(2));
}

/// A constant whose weights are not there.
const WITHOUT_WEIGHTS: &str = r#"<?xml version="1.0"?>
<net name="g" version="11">
	<layers>
		<layer id="0" name="c" type="Const" version="opset1">
			<data element_type="f32" shape="3" offset="0" size="12" />
			<output>
				<port id="0" precision="FP32">
					<dim>3</dim>
				</port>
			</output>
		</layer>
		<layer id="1" name="e" type="Exp" version="opset1">
			<input>
				<port id="0" precision="FP32">
					<dim>3</dim>
				</port>
			</input>
			<output>
				<port id="1" precision="FP32" />
			</output>
		</layer>
		<layer id="2" name="r" type="Result" version="opset1">
			<input>
				<port id="0" precision="FP32">
					<dim>3</dim>
				</port>
			</input>
		</layer>
	</layers>
	<edges>
		<edge from-layer="0" from-port="0" to-layer="1" to-port="0" />
		<edge from-layer="1" from-port="1" to-layer="2" to-port="0" />
	</edges>
</net>
"#;

#[test]
fn weights_need_not_be_there() {
    let folder = Folder::new("weights").with("m.xml", WITHOUT_WEIGHTS);
    let (_, errors, code) = folder.says(&["annotate", "m.xml", "-o", "out.xml"]);
    let warning =
        "warning: `m.xml`: `m.bin` does not exist, so constant `c` has no value; put `m.bin` next to the model";
    assert_eq!((errors.trim(), code), (&*format!("{warning}\nm.xml -> out.xml: 1 type refined"), 0));
    assert_eq!(folder.text_of("out.xml").matches("<dim>3</dim>").count(), 4);
    assert!(!folder.0.join("out.bin").exists());
}

#[test]
fn declarations_are_removed_from_a_model_with_errors() {
    let text = "<ir_version: 9, opset_import: [\"\" : 18]>\n\
                g (float[N] x) => (float[N] y) <float[N] h> {\n  y = Abs (h)\n  h = Neg (x)\n}\n";
    let folder = Folder::new("strip").with("m.onnxtxt", text);
    let (out, errors, code) = folder.says(&["annotate", "--strip", "m.onnxtxt", "-o", "out.onnxtxt"]);
    assert_eq!((out.as_str(), errors.trim(), code), ("", "m.onnxtxt -> out.onnxtxt: 1 type removed", 0));
    assert!(!folder.text_of("out.onnxtxt").contains("float[N] h"));
}

#[test]
fn no_command_makes_the_directory_of_the_output() {
    let folder = folder("directory");
    for external in ["keep", "copy"] {
        let (_, errors, code) =
            folder.says(&["annotate", "m.onnxtxt", "-o", "new/out.onnxtxt", "--external", external]);
        assert!(errors.contains("the directory `new` does not exist") && code == 2, "{errors}");
        assert!(!folder.0.join("new").exists());
    }
}
