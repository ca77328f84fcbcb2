//! Commands that write models: data in other files that is not there, too short, or behind a link.

use crate::folder::Folder;

/// A model with a weight in `w.bin`, of which the file has 8 bytes.
fn model(length: u64) -> String {
    format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N,2] x) => (float[N,2] y)\n\
         <float[2] w = [\"location\": \"w.bin\", \"offset\": \"0\", \"length\": \"{length}\"]>\n\
         {{\n  y = Add (x, w)\n}}\n"
    )
}

const COMMANDS: [&[&str]; 3] = [&["annotate"], &["specialize", "--bind", "N=2"], &["extract", "--outputs", "y"]];

#[test]
fn missing_weights_are_warned_about() {
    let folder = Folder::new("missing").with("m.onnxtxt", model(8));
    for command in COMMANDS {
        let (out, errors, code) = folder.says(&[command, &["m.onnxtxt", "-o", "out.onnxtxt"]].concat());
        let warning = "warning: `m.onnxtxt`: `w.bin`, which contains the data of tensor `w`, cannot be read";
        assert!(
            errors.starts_with(warning) && errors.contains("put `w.bin` next to the model"),
            "{command:?}: {errors}"
        );
        assert_eq!((out.as_str(), code), ("", 0), "{command:?}");
        assert!(!folder.says(&[command, &["-q", "m.onnxtxt", "-o", "out.onnxtxt"]].concat()).1.contains("warning"));
        for external in ["copy", "inline"] {
            let request = [command, &["m.onnxtxt", "-o", "out.onnxtxt", "--external", external]].concat();
            // In its own directory, nothing needs to be copied.
            let expected = if external == "copy" { 0 } else { 2 };
            assert_eq!(folder.code(&request), Some(expected), "{request:?}");
        }
    }
    let (out, errors, code) = folder.says(&["fold", "m.onnxtxt", "-o", "out.onnxtxt"]);
    assert!(out.contains("error[FM004]") && errors.contains("has errors and is not folded"), "{out}{errors}");
    assert_eq!(code, 1);
}

#[test]
fn a_file_that_is_too_short_is_not_copied() {
    let folder = Folder::new("short").with("m.onnxtxt", model(8)).with("w.bin", [0; 4]).with("o/x", "");
    let (_, errors, code) = folder.says(&["extract", "--outputs", "y", "m.onnxtxt", "-o", "out.onnxtxt"]);
    assert!(errors.starts_with("warning: `m.onnxtxt`: tensor `w` needs 8 bytes at offset 0 of `w.bin`"), "{errors}");
    assert_eq!(code, 0);
    for command in [&["extract", "--outputs", "y"][..], &["convert"]] {
        let request = [command, &["m.onnxtxt", "-o", "o/out.onnxtxt", "--external", "copy"]].concat();
        let (_, errors, code) = folder.says(&request);
        assert!(
            errors.contains("`w.bin` is shorter than the data of the model in it and cannot be copied"),
            "{errors}"
        );
        assert_eq!((code, folder.0.join("o/w.bin").exists()), (2, false), "{request:?}");
    }
}

/// Of each name, only the first half is used, and packed on its own it would be at the start of the file.
#[test]
fn a_file_with_two_names_is_copied_whole() {
    let weight = |name: &str, location: &str, offset: u32| {
        format!("float[2] {name} = [\"location\": \"{location}\", \"offset\": \"{offset}\", \"length\": \"8\"]")
    };
    let weights =
        [weight("a", "w.bin", 0), weight("b", "w.bin", 8), weight("c", "./w.bin", 16), weight("d", "./w.bin", 24)];
    let model = format!(
        "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[2] x) => (float[2] y, float[2] z)\n<{}>\n\
         {{\n  p = Add (x, a)\n  y = Add (p, c)\n  q = Add (x, b)\n  z = Add (q, d)\n}}\n",
        weights.join(", ")
    );
    let data: Vec<u8> = (1..=8).flat_map(|number| (number as f32).to_le_bytes()).collect();
    let folder = Folder::new("names").with("m.onnxtxt", model).with("w.bin", &data).with("o/x", "");
    let request = ["extract", "--outputs", "y", "m.onnxtxt", "-o", "o/out.onnxtxt", "--external", "copy"];
    assert_eq!(folder.says(&request).2, 0);
    let printed = folder.says(&["print", "--weights", "o/out.onnxtxt"]).0;
    assert!(printed.contains("a =  {1,2}") && printed.contains("c =  {5,6}"), "{printed}");
}

#[test]
#[cfg(unix)]
fn a_link_is_explained_by_every_command() {
    let folder = Folder::new("link").with("m.onnxtxt", model(8)).with("real.bin", [0; 8]);
    std::os::unix::fs::symlink("real.bin", folder.0.join("w.bin")).expect("a link");
    for command in [&["extract", "--outputs", "y"][..], &["convert"]] {
        let request = [command, &["m.onnxtxt", "-o", "out.onnxtxt", "--external", "inline"]].concat();
        let (_, errors, code) = folder.says(&request);
        assert!(
            errors.contains("is reached through a symbolic link") && errors.contains("--allow-symlinks"),
            "{errors}"
        );
        assert_eq!(code, 2);
        assert_eq!(folder.code(&[&request[..], &["--allow-symlinks"]].concat()), Some(0));
    }
}

#[test]
fn operators_of_the_configuration_are_known_to_every_command() {
    let text = "<ir_version: 9, opset_import: [\"\" : 18, \"com.acme\" : 1]>\n\
                g (float[N,4] x) => (float[] y) {\n  b = com.acme.Foo (x)\n  y = Relu (b)\n}\n";
    let folder = Folder::new("operators")
        .with("m.onnxtxt", text)
        .with("shapewright.toml", "[operators]\n\"com.acme.Foo\" = \"out[0] = in[0]\"\n");
    let (_, errors, code) = folder.says(&["annotate", "m.onnxtxt", "-o", "out.onnxtxt"]);
    assert_eq!((errors.trim(), code), ("m.onnxtxt -> out.onnxtxt: 1 type added, 1 type refined", 0));
    let isolated = folder.says(&["annotate", "--isolated", "m.onnxtxt", "-o", "out.onnxtxt"]).1;
    assert!(isolated.contains("nothing to change"), "{isolated}");
    assert_eq!(folder.code(&["extract", "--inputs", "b", "--outputs", "y", "m.onnxtxt", "-o", "out.onnxtxt"]), Some(0));
    assert!(folder.text_of("out.onnxtxt").contains("g (float[N,4] b) => (float[] y)"));
    assert_eq!(folder.code(&["specialize", "--fold", "--bind", "N=2", "m.onnxtxt", "-o", "out.onnxtxt"]), Some(0));
    assert!(folder.text_of("out.onnxtxt").contains("(float[2,4] y)"));
    // A size that follows from it is folded.
    let sized = text.replace("y = Relu (b)", "y = Shape (b)").replace("float[] y", "int64[2] y").replace("N,4", "3,4");
    folder.write("m.onnxtxt", sized);
    let request = ["fold", "m.onnxtxt", "-o", "out.onnxtxt", "--allow-growth", "100"];
    let (_, errors, _) = folder.says(&request);
    assert!(errors.contains("1 node folded"), "{errors}");
    assert!(folder.says(&[&request[..], &["--isolated"]].concat()).1.contains("0 nodes folded"));
}

#[test]
fn in_place_needs_no_output() {
    let text = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[N] x) => (float[] y) {\n  h = Neg (x)\n  y = Relu (h)\n}\n";
    for (command, part) in [
        (&["annotate"][..], "<float[N] h>"),
        (&["specialize", "--bind", "N=2"], "(float[2] y)"),
        (&["fold", "--bind", "N=2"], "(float[2] x)"),
        (&["extract", "--outputs", "h"], "(float[N] h)"),
        (&["convert"], "h = Neg (x)"),
    ] {
        let folder = Folder::new("in-place").with("m.onnxtxt", text);
        let (_, errors, code) = folder.says(&[command, &["--in-place", "m.onnxtxt"]].concat());
        assert_eq!(code, 0, "{command:?}: {errors}");
        assert!(folder.text_of("m.onnxtxt").contains(part), "{command:?}");
    }
    let folder = Folder::new("in-place-stdin");
    let output = folder.run_with(&["annotate", "--in-place", "-"], text);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("a model on standard input cannot be written in place; add -o OUT"), "{errors}");
}

/// Three weights in two files, of which `a` and `b` share one.
const SHARED: &str = r#"<ir_version: 9, opset_import: ["" : 18]>
g (float[4] x) => (float[4] z) <
  float[4] a = ["location": "w.bin", "offset": "0", "length": "16"],
  float[4] b = ["location": "w.bin", "offset": "64", "length": "16"],
  float[4] c = ["location": "v.bin"]
> {
  s = Add (x, a)
  y = Mul (s, b)
  z = Add (y, c)
}
"#;

#[test]
fn only_the_data_of_the_part_is_copied() {
    let data: Vec<u8> = (0..80).collect();
    let folder = Folder::new("parts").with("m.onnxtxt", SHARED).with("w.bin", &data).with("v.bin", [7; 16]);
    assert_eq!(folder.code(&["convert", "m.onnxtxt", "-o", "m.onnx"]), Some(0));
    for (model, out) in [("m.onnxtxt", "out.onnxtxt"), ("m.onnx", "out.onnx")] {
        let place = format!("of-{model}");
        folder.write(&format!("{place}/x"), "");
        let to = format!("{place}/{out}");
        let request = ["extract", model, "--inputs", "s", "--outputs", "y", "--external", "copy", "-o", &to];
        assert_eq!(folder.code(&request), Some(0));
        let copied = std::fs::read(folder.0.join(&place).join("w.bin")).expect("a file");
        assert_eq!(copied, data[64..80], "{model}");
        assert!(!folder.0.join(&place).join("v.bin").exists());
        // A second time, the same bytes are there already.
        assert_eq!(folder.code(&request), Some(0));
        let embedded = format!("{place}/embedded.onnx");
        let (_, errors, code) = folder.says(&["lint", &to]);
        assert_eq!(code, 0, "{errors}");
        assert_eq!(folder.code(&["convert", &to, "-o", &embedded, "--external", "inline"]), Some(0));
        let bytes = std::fs::read(folder.0.join(&embedded)).expect("a model");
        assert!(bytes.windows(16).any(|window| window == &data[64..80]), "{model}");
    }
    // All of a file that is used completely is copied as it is.
    folder.write("all/x", "");
    assert_eq!(folder.code(&["annotate", "m.onnxtxt", "--external", "copy", "-o", "all/out.onnxtxt"]), Some(0));
    assert_eq!(std::fs::read(folder.0.join("all/w.bin")).expect("a file"), data);
}

#[test]
fn a_part_has_its_data_in_one_new_file() {
    let data: Vec<u8> = (0..80).collect();
    let folder = Folder::new("one-file").with("m.onnxtxt", SHARED).with("w.bin", &data).with("v.bin", [7; 16]);
    let request =
        ["extract", "m.onnxtxt", "--inputs", "s", "--outputs", "z", "-o", "out.onnxtxt", "--external", "file"];
    assert_eq!(
        folder.code(&[&request[..], &["--external-threshold", "1", "--external-file", "new.bin"]].concat()),
        Some(0)
    );
    let written = std::fs::read(folder.0.join("new.bin")).expect("a file");
    assert_eq!((&written[..16], &written[64..]), (&data[64..80], &[7; 16][..]));
    assert!(folder.text_of("out.onnxtxt").contains("\"location\": \"new.bin\""));
    let (_, errors, code) =
        folder.says(&["extract", "m.onnxtxt", "--outputs", "z", "-o", "o.onnxtxt", "--external-file", "n"]);
    assert!(errors.contains("`--external-file` has no effect without `--external file`") && code == 2, "{errors}");
}
