//! Options for reading files: `--no-weights`, `--allow-symlinks`, `-j`, `--config`, `--respect-gitignore`, for every command
//! that has them.

use std::fs;
use std::path::Path;

use super::{GOOD, chain};
use crate::folder::Folder;

fn data(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(name)).expect("test data")
}

/// A model of each format whose reduced axes are in its weights.
fn models(name: &str) -> Folder {
    let folder = Folder::new(name).with("m/a.onnx", data("onnx/external.onnx"));
    folder.write("m/external.data", data("onnx/external.data"));
    folder.write("m/b.xml", data("openvino/wrong-dims.xml"));
    folder.write("m/b.bin", data("openvino/wrong-dims.bin"));
    folder
}

fn out(folder: &Folder, arguments: &[&str]) -> String {
    let (out, errors, code) = folder.says(arguments);
    assert!(code < 2, "{arguments:?}: {errors}");
    out
}

#[test]
fn no_weights_leaves_values_unknown() {
    let folder = models("no-weights");
    // The axis is in the weights, and so is the fault.
    assert_eq!(folder.findings(&["m/b.xml"]), ["SH201 rmin"]);
    assert_eq!(folder.findings(&["m/b.xml", "--no-weights"]), Vec::<String>::new());
    let declared = |arguments: &[&str]| out(&folder, arguments).contains("y     f32[3]    declared");
    assert!(!declared(&["shapes", "m/a.onnx"]) && declared(&["shapes", "m/a.onnx", "--no-weights"]));
    assert!(out(&folder, &["print", "m/a.onnx"]).contains("w =  {1,2,3,4}"));
    assert!(out(&folder, &["print", "m/a.onnx", "--no-weights"]).contains("w = {…}"));
    folder.write("other/a.onnx", data("onnx/external.onnx"));
    folder.write("other/external.data", data("onnx/external.data").iter().map(|byte| byte ^ 1).collect::<Vec<_>>());
    let from = |arguments: &[&str]| folder.code(&[&["diff", "m/a.onnx", "other/a.onnx"], arguments].concat());
    assert_eq!((from(&[]), from(&["--no-weights"])), (Some(1), Some(0)));
    let drawn = |arguments: &[&str]| out(&folder, &[&["graph", "m/b.xml"], arguments].concat());
    assert_ne!(drawn(&[]), drawn(&["--no-weights"]));
    let snapshot = |arguments: &[&str]| {
        out(&folder, &[&["snap", "-q", "m/b.xml"], arguments].concat());
        folder.text_of("m/b.xml.shapes")
    };
    assert!(snapshot(&[]).contains("findings\n  error SH201 "), "{}", snapshot(&[]));
    assert!(snapshot(&["--no-weights"]).contains("findings: none"), "{}", snapshot(&["--no-weights"]));
    let (_, errors, code) = folder.says(&["fold", "m/a.onnx", "--dry-run", "--no-weights"]);
    assert_eq!(code, 0, "{errors}");
}

#[test]
fn weights_are_printed_on_request() {
    let long = format!(
        "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[64] x) => (float[64] y)\n<float[64] w = {{{}}}>\n{{ y = Add (x, w) }}\n",
        (0..64).map(|i| format!("{i}.5")).collect::<Vec<_>>().join(",")
    );
    let folder = Folder::new("weights").with("m.onnxtxt", long);
    let (short, whole) = (out(&folder, &["print", "m.onnxtxt"]), out(&folder, &["print", "m.onnxtxt", "--weights"]));
    assert!(short.contains('…') && !short.contains("63.5"), "{short}");
    assert!(whole.contains("61.5,62.5,63.5}"), "{whole}");
    folder.write("again.onnxtxt", whole);
    assert_eq!(folder.says(&["diff", "m.onnxtxt", "again.onnxtxt"]), (String::new(), String::new(), 0));
}

#[cfg(unix)]
#[test]
fn symbolic_links_to_data_are_followed_on_request() {
    let folder = Folder::new("symlinks").with("m/a.onnx", data("onnx/external.onnx"));
    folder.write("store/weights", data("onnx/external.data"));
    std::os::unix::fs::symlink("../store/weights", folder.0.join("m/external.data")).expect("a link");
    assert_eq!(folder.findings(&["m"]).len(), 1, "{:?}", folder.findings(&["m"]));
    assert_eq!(folder.findings(&["m", "--allow-symlinks"]), Vec::<String>::new());
    for command in ["shapes", "print"] {
        let with = out(&folder, &[command, "m/a.onnx", "--allow-symlinks"]);
        assert_ne!(out(&folder, &[command, "m/a.onnx"]), with, "{command}");
    }
    let (_, errors, code) = folder.says(&["diff", "m/a.onnx", "m/a.onnx", "--allow-symlinks"]);
    assert_eq!((errors.as_str(), code), ("", 0));
    assert_eq!(folder.code(&["fold", "m/a.onnx", "--dry-run"]), Some(1));
    assert_eq!(folder.code(&["fold", "m/a.onnx", "--dry-run", "--allow-symlinks"]), Some(0));
}

#[test]
fn number_of_jobs_does_not_change_the_output() {
    let folder = (0..8).fold(Folder::new("jobs"), |folder, i| folder.with(&format!("m/{i}.onnxtxt"), chain(20 + i)));
    for command in ["lint", "shapes"] {
        let one = folder.says(&[command, "m", "-j", "1"]);
        for jobs in [&["-j", "3"][..], &["--jobs", "8"]] {
            assert_eq!(folder.says(&[&[command, "m"], jobs].concat()), one, "{command} {jobs:?}");
        }
        assert_eq!(folder.code(&[command, "m", "-j", "0"]), Some(2));
    }
    folder.says(&["snap", "-q", "m"]);
    assert_eq!(
        folder.says(&["snap", "--check", "m", "-j", "3"]).1,
        "8 snapshots: 0 different or missing, 8 unchanged\n"
    );
}

#[test]
fn config_and_isolated_apply_to_every_command_with_a_configuration() {
    let folder = Folder::new("configured")
        .with("m/a.onnxtxt", GOOD)
        .with("m/shapewright.toml", "[[model]]\npath = \"*\"\nbind = { N = 7 }\n");
    folder.write("other.toml", "[[model]]\npath = \"*\"\nbind = { N = 9 }\n");
    for command in ["shapes", "graph"] {
        assert!(out(&folder, &[command, "m/a.onnxtxt"]).contains("f32[7,H,W]"), "{command}");
        assert!(out(&folder, &[command, "m/a.onnxtxt", "--config", "other.toml"]).contains("f32[9,H,W]"), "{command}");
        assert!(out(&folder, &[command, "m/a.onnxtxt", "--isolated"]).contains("f32[N,H,W]"), "{command}");
    }
    for (arguments, size) in [(&[][..], "7"), (&["--config", "other.toml"], "9"), (&["--isolated"], "N")] {
        out(&folder, &[&["snap", "-q", "m"], arguments].concat());
        let text = folder.text_of("m/a.onnxtxt.shapes");
        assert!(text.contains(&format!("out y f32[{size},H,W]")), "{arguments:?}: {text}");
        // What a configuration says of one side of a comparison holds for the other, whose folder has none.
        folder.write("b.onnxtxt", GOOD);
        let told = out(&folder, &[&["diff", "m/a.onnxtxt", "b.onnxtxt"], arguments].concat());
        assert_eq!(told, "", "{arguments:?}");
    }
    // `op` and `print` say what the specification and the file say: not even a wrong one disturbs them.
    folder.write("shapewright.toml", "no such key = 1");
    assert_eq!(folder.says(&["op", "Relu", "--in", "f32[2]"]).2, 0);
    assert_eq!(folder.says(&["print", "b.onnxtxt"]).2, 0);
    for command in [&["fold"][..], &["annotate"], &["extract", "--outputs", "y"], &["specialize", "--bind", "N=1"]] {
        assert_eq!(folder.says(&[command, &["b.onnxtxt", "--dry-run"]].concat()).2, 2, "{command:?}");
        assert_eq!(folder.says(&[command, &["b.onnxtxt", "--dry-run", "--isolated"]].concat()).2, 0, "{command:?}");
    }
    assert_eq!(folder.says(&["lint", "b.onnxtxt"]).2, 2);
}

#[test]
fn respect_gitignore_skips_ignored_files() {
    let folder =
        Folder::new("gitignore").with("m/a.onnxtxt", GOOD).with("m/b.onnxtxt", GOOD).with("m/.gitignore", "b.*\n");
    for command in ["lint", "shapes"] {
        let names = |arguments: &[&str]| {
            let text = out(&folder, &[&[command, "m", "-f", "json"], arguments].concat());
            let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            report["files"].as_array().expect("a list").iter().map(|file| file["path"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&[]), ["m/a.onnxtxt", "m/b.onnxtxt"], "{command}");
        assert_eq!(names(&["--respect-gitignore"]), ["m/a.onnxtxt"], "{command}");
    }
    assert!(folder.says(&["snap", "m", "--respect-gitignore"]).1.starts_with("1 snapshot:"));
}

/// The nearest file with a pattern decides; git asks `.git/info/exclude` after all of them, and the user's own list last.
#[test]
fn respect_gitignore_follows_the_order_of_git() {
    let folder = Folder::new("gitignore-order");
    for name in ["a", "b", "c", "d", "sub/a", "sub/b", "built/a", ".hidden/a"] {
        folder.write(&format!("m/{name}.onnxtxt"), GOOD);
    }
    folder.write(".gitignore", "\u{feff}a.*\r\n/m/built/\n/b.onnxtxt\n!.hidden\n[\n");
    folder.write("m/sub/.gitignore", "!a.onnxtxt\nb.onnxtxt\n");
    folder.write(".git/info/exclude", "c.*\n!a.*\n");
    folder.write("config/git/ignore", "d.*\n!c.*\n");
    let checked = |arguments: &[&str]| {
        let mut command = folder.command(&[&["lint", "-f", "json", "--respect-gitignore"], arguments].concat());
        command.env("XDG_CONFIG_HOME", folder.0.join("config")).env("HOME", &folder.0).env_remove("GIT_CONFIG_GLOBAL");
        let report: serde_json::Value =
            serde_json::from_slice(&command.env("GIT_CONFIG_SYSTEM", "none").output().expect("it runs").stdout)
                .expect("JSON");
        report["files"].as_array().expect("a list").iter().map(|file| file["path"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(checked(&["m"]), ["m/b.onnxtxt", "m/sub/a.onnxtxt"]);
    assert_eq!(checked(&["./m/sub"]), ["./m/sub/a.onnxtxt"]);
    // A directory that is named is searched.
    folder.write("m/built/e.onnxtxt", GOOD);
    assert_eq!(checked(&["m/built"]), ["m/built/e.onnxtxt"]);
}

#[cfg(unix)]
#[test]
fn respect_gitignore_knows_worktrees() {
    let folder = Folder::new("gitignore-worktree").with("m/a.onnxtxt", GOOD).with("m/b.onnxtxt", GOOD);
    folder.write("m/.git", "gitdir: ../r/.git/worktrees/m\n");
    folder.write("r/.git/worktrees/m/commondir", "../..\n");
    folder.write("r/.git/info/exclude", "b.*\n");
    assert!(folder.says(&["lint", "m"]).0.starts_with("Checked 2 files"));
    assert!(folder.says(&["lint", "m", "--respect-gitignore"]).0.starts_with("Checked 1 file "));
}

#[cfg(target_os = "linux")]
#[test]
fn files_whose_names_look_alike_are_told_apart() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("alike-findings");
    let bad = GOOD.replace("= Relu (x)", "= Relu (none)");
    let write = |name: &[u8]| std::fs::write(folder.0.join(std::ffi::OsStr::from_bytes(name)), &bad).expect("a file");
    let paths = |arguments: &[&str]| {
        let report = folder.lint(&[arguments, &["."]].concat());
        let mut paths: Vec<_> =
            report["diagnostics"].as_array().expect("a list").iter().map(|f| f["path"].clone()).collect();
        paths.dedup();
        paths
    };
    write(b"a\xff.onnxtxt");
    folder.says(&["lint", "--write-baseline", "known.json", "."]);
    assert!(folder.text_of("known.json").contains(r#""path":"a\\xff.onnxtxt""#), "{}", folder.text_of("known.json"));
    // Neither another byte nor the name that looks the same is known.
    write(b"a\xfe.onnxtxt");
    write(br"a\xff.onnxtxt");
    assert_eq!(paths(&["--baseline", "known.json"]), ["./a\\xff.onnxtxt", "./a\\xfe.onnxtxt"]);
    let (_, errors, _) = folder.says(&["lint", "--baseline", "known.json", "."]);
    assert!(!errors.contains("stale"), "{errors}");
    folder.says(&["lint", "--write-baseline", "known.json", "."]);
    assert_eq!(paths(&["--baseline", "known.json"]), [""; 0]);
    // U+FFFD stands for other bytes only where a person reads it.
    assert_eq!(paths(&["--exclude", "a\u{fffd}.onnxtxt", "--exclude", "a?.onnxtxt"]), ["./a\\xff.onnxtxt"]);
    let sarif = folder.says(&["lint", "-f", "sarif", "."]).0;
    for uri in [r#""uri":"a%FF.onnxtxt""#, r#""uri":"a%FE.onnxtxt""#, r#""uri":"a%5Cxff.onnxtxt""#] {
        assert!(sarif.replace(": ", ":").contains(uri), "{uri}: {sarif}");
    }
}

#[test]
fn op_ignores_the_operators_of_a_configuration() {
    let folder =
        Folder::new("op-config").with("shapewright.toml", "[operators]\n\"com.example.Mine\" = \"out[0] = in[0]\"\n");
    let (out, errors, code) = folder.says(&["op", "Mine", "--domain", "com.example", "--in", "f32[2]"]);
    assert_eq!((out.as_str(), code), ("", 2));
    assert!(errors.contains("ONNX's domain `com.example` has no operator `Mine`"), "{errors}");
}

#[test]
fn op_infers_operators_of_other_domains() {
    let folder = Folder::new("op-domain");
    let (out, errors, code) = folder.says(&["op", "FastGelu", "--domain", "com.microsoft", "--in", "f32[N,4]"]);
    assert!(code == 0 && out.contains("f32[N,4]"), "{out}{errors}");
    let (out, _, code) = folder.says(&["op", "Dropout", "--in", "f32[N,4]", "--outputs", "2"]);
    assert!(code == 0 && out.contains("out  mask    bool[N,4]"), "{out}");
}

#[cfg(target_os = "linux")]
#[test]
fn files_whose_names_look_alike_are_all_read() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("alike");
    for name in [&b"a\xff.onnxtxt"[..], b"a\xfe.onnxtxt", b"a\xef\xbf\xbd.onnxtxt"] {
        std::fs::write(folder.0.join(std::ffi::OsStr::from_bytes(name)), GOOD).expect("a file");
    }
    let report = folder.lint(&["."]);
    let paths: Vec<_> = report["files"].as_array().expect("a list").iter().map(|file| file["path"].clone()).collect();
    assert_eq!(paths, ["./a\u{fffd}.onnxtxt", "./a\\xfe.onnxtxt", "./a\\xff.onnxtxt"]);
    assert!(folder.says(&["snap", "."]).1.starts_with("3 snapshots:"));
    // Each snapshot belongs to a model, whatever their names are.
    assert_eq!(folder.says(&["snap", "--check", "."]).2, 0);
    std::fs::remove_file(folder.0.join(std::ffi::OsStr::from_bytes(b"a\xff.onnxtxt"))).expect("a file");
    let (out, _, code) = folder.says(&["snap", "--check", "."]);
    assert!(code == 1 && out.contains("which does not exist; delete it"), "{code} {out}");
}

/// Elements of types that ONNX does not have. Those of nf4 are positions in its code book.
#[test]
fn elements_of_fewer_than_8_bits_are_printed_one_by_one() {
    let folder = Folder::new("narrow").with("m.bin", [0x21, 0x43, 0x65, 0x87]);
    for (element, elements) in [
        ("nf4", "nf4[2,4] {1,2,3,4,5,6,7,8}"),
        ("u4", "uint4[2,4] {1,2,3,4,5,6,7,8}"),
        ("u1", "u1[2,4] {0,0,1,0,0,0,0,1}"),
    ] {
        let (size, port) = (if element == "u1" { 1 } else { 4 }, "<dim>2</dim><dim>4</dim></port>");
        folder.write(
            "m.xml",
            format!(
                "<net name=\"m\" version=\"11\"><layers><layer id=\"0\" name=\"c\" type=\"Const\" version=\"opset1\">\
                 <data element_type=\"{element}\" shape=\"2,4\" offset=\"0\" size=\"{size}\"/><output><port id=\"0\" \
                 precision=\"{}\">{port}</output></layer><layer id=\"1\" name=\"r\" type=\"Result\" version=\"opset1\"><input>\
                 <port id=\"0\">{port}</input></layer></layers><edges><edge from-layer=\"0\" from-port=\"0\" to-layer=\"1\" \
                 to-port=\"0\"/></edges></net>",
                element.to_uppercase()
            ),
        );
        let (out, errors, code) = folder.says(&["print", "--weights", "m.xml"]);
        assert!(code == 0 && out.contains(&format!("value: tensor = {elements}>")), "{out}{errors}");
    }
}
