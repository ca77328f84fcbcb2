//! Destinations of reports, files that must not be overwritten, and dangling links.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use super::GOOD;
use crate::folder::Folder;

/// The error of `lint`, and whether nothing was printed.
fn refused(folder: &Folder, arguments: &[&str]) -> String {
    let (out, errors, code) = folder.says(&[&["lint"], arguments].concat());
    assert_eq!((out.as_str(), code), ("", 2), "{arguments:?}: {errors}");
    errors
}

#[test]
fn reports_never_overwrite_each_other_or_inputs() {
    let folder = Folder::new("places").with("m.onnxtxt", GOOD).with("shapewright.toml", "baseline = \"kept.json\"\n");
    folder.write("ir.xml", "<net name='g' version='11'><layers/></net>");
    for list in ["base.json", "kept.json"] {
        assert_eq!(folder.code(&["m.onnxtxt", "--isolated", "--write-baseline", list]), Some(0));
    }
    let before = folder.text_of("base.json");
    for (arguments, says) in [
        (&["-o", "json:x", "-o", "sarif:x"][..], "`x` is named for two reports"),
        (&["-o", "json:x", "-o", "./x"], "named for two reports"),
        (&["-o", "json:b", "--write-baseline", "b"], "named for two reports"),
        (&["-o", "json:base.json", "--baseline", "base.json"], "is the baseline"),
        (&["-o", "json:kept.json"], "is the baseline"),
        (&["-o", "json:shapewright.toml"], "is the configuration"),
        (&["--write-baseline", "shapewright.toml"], "is the configuration"),
        (&["-o", "json:m.onnxtxt"], "is an input"),
        (&["-o", "json:ir.bin", "ir.xml"], "is an input"),
    ] {
        let errors = refused(&folder, &[&["m.onnxtxt"], arguments].concat());
        assert!(errors.contains(says), "{arguments:?}: {errors}");
    }
    assert_eq!(folder.text_of("base.json"), before);
    assert_eq!(folder.text_of("m.onnxtxt"), GOOD);
    for name in ["x", "b", "ir.bin"] {
        assert!(!folder.0.join(name).exists(), "{name}");
    }
    // A list is renewed, and what keeps nothing takes any number.
    assert_eq!(folder.code(&["m.onnxtxt", "--baseline", "base.json", "--write-baseline", "base.json"]), Some(0));
    if cfg!(unix) {
        assert_eq!(folder.code(&["m.onnxtxt", "-o", "json:/dev/null", "-o", "sarif:/dev/null"]), Some(0));
    }
}

/// A file of the test data, in a folder.
fn data(name: &str) -> Vec<u8> {
    fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/onnx").join(name)).expect("test data")
}

#[test]
fn reports_never_overwrite_external_data() {
    let folder = Folder::new("external").with("m/a.onnx", data("external.onnx")).with("m/b.onnxtxt", GOOD);
    folder.write("m/external.data", data("external.data"));
    folder.write("m/c.onnx", data("missing-data.onnx"));
    for (place, model) in [("external.data", "m/a.onnx"), ("nowhere.data", "m/c.onnx")] {
        let place = format!("m/{place}");
        for arguments in [&["-o", &format!("json:{place}")][..], &["-o", &place], &["--write-baseline", &place]] {
            let errors = refused(&folder, &[&["m"], arguments].concat());
            let says = format!("`{place}` contains data of `{model}` and cannot be overwritten by a report");
            assert!(errors.contains(&says), "{arguments:?}: {errors}");
        }
    }
    assert_eq!(fs::read(folder.0.join("m/external.data")).expect("the data"), data("external.data"));
    assert!(!folder.0.join("m/nowhere.data").exists());
    // Of the same name elsewhere it is no data, and no model that is checked names it.
    assert_eq!(folder.code(&["m/a.onnx", "-o", "json:external.data"]), Some(0));
    assert_eq!(folder.code(&["m/b.onnxtxt", "-o", "json:m/nowhere.data"]), Some(0));
}

#[test]
fn data_of_standard_input_is_next_to_its_file_name() {
    let folder = Folder::new("external-stdin").with("m/external.data", data("external.data"));
    folder.write("m/ir.bin", "weights");
    let says = |called: &str, place: &str, bytes: &[u8]| {
        let mut command = folder.command(&["lint", "-", "--stdin-filename", called, "-o", place]);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("runs");
        child.stdin.take().expect("a pipe").write_all(bytes).expect("written");
        let output = child.wait_with_output().expect("ends");
        (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
    };
    let onnx = data("external.onnx");
    let ir = b"<net name='g' version='11'><layers/></net>";
    for (called, place, bytes, why) in [
        ("m/a.onnx", "m/external.data", &onnx[..], "contains data of `m/a.onnx`"),
        ("m/ir.xml", "m/ir.bin", ir, "is an input"),
    ] {
        let (errors, code) = says(called, place, bytes);
        assert!(errors.contains(why) && code == Some(2), "{place}: {errors}");
    }
    assert_eq!(fs::read(folder.0.join("m/external.data")).expect("the data"), data("external.data"));
    assert_eq!(folder.text_of("m/ir.bin"), "weights");
    // What was looked at is still there to be checked.
    assert_eq!(says("m/a.onnx", "m/report.txt", &onnx), (String::new(), Some(0)));
    assert!(folder.text_of("m/report.txt").starts_with("Checked 1 file"));
    assert_eq!(says("m/a.onnx", "full:external.data", &onnx).1, Some(0), "of the same name elsewhere");
}

#[test]
fn drawings_never_overwrite_inputs() {
    let folder = Folder::new("graph-places").with("m/a.onnx", data("external.onnx"));
    folder.write("m/external.data", data("external.data"));
    folder.write("m/shapewright.toml", "baseline = \"kept.json\"\n");
    folder.write("m/kept.json", "{}");
    for (place, why) in [
        ("m/a.onnx", "`m/a.onnx` is an input and cannot be overwritten by a drawing"),
        ("m/external.data", "`m/external.data` contains data of `m/a.onnx` and cannot be overwritten by a drawing"),
        ("m/shapewright.toml", "`m/shapewright.toml` is the configuration and cannot be overwritten by a drawing"),
        ("m/kept.json", "`m/kept.json` is the baseline and cannot be overwritten by a drawing"),
    ] {
        let before = fs::read(folder.0.join(place)).expect("a file");
        let (out, errors, code) = folder.says(&["graph", "m/a.onnx", "-o", place]);
        assert!(errors.contains(why), "{errors}");
        assert_eq!((out.as_str(), code), ("", 2));
        assert_eq!(fs::read(folder.0.join(place)).expect("a file"), before);
    }
    assert_eq!(folder.says(&["graph", "m/a.onnx", "-o", "m/a.dot"]).2, 0);
    // Of standard input nobody knows the folder; the working directory is the most likely one.
    folder.write("external.data", data("external.data"));
    for command in ["graph", "lint"] {
        let file = fs::File::open(folder.0.join("m/a.onnx")).expect("the model");
        let output = folder.command(&[command, "-", "-o", "external.data"]).stdin(file).output().expect("runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains("contains data of `-`") && output.status.code() == Some(2), "{command}: {errors}");
    }
    assert_eq!(fs::read(folder.0.join("external.data")).expect("the data"), data("external.data"));
    let file = fs::File::open(folder.0.join("m/a.onnx")).expect("the model");
    let output = folder.command(&["graph", "-", "-o", "a.dot"]).stdin(file).output().expect("runs");
    assert_eq!((output.status.code(), folder.text_of("a.dot").starts_with("digraph")), (Some(0), true));
}

#[cfg(unix)]
#[test]
fn paths_to_the_same_file_are_recognized() {
    let folder = Folder::new("hard-links").with("m/a.onnx", data("external.onnx"));
    folder.write("m/external.data", data("external.data"));
    for (file, other) in [("m/external.data", "elsewhere"), ("m/a.onnx", "copy.onnx")] {
        fs::hard_link(folder.0.join(file), folder.0.join(other)).expect("a link");
        assert!(
            refused(&folder, &["m/a.onnx", "-o", &format!("json:{other}")])
                .contains("cannot be overwritten by a report")
        );
    }
    assert_eq!(fs::read(folder.0.join("m/external.data")).expect("the data"), data("external.data"));
    assert_eq!(fs::read(folder.0.join("m/a.onnx")).expect("the model"), data("external.onnx"));
}

#[cfg(unix)]
#[test]
fn reports_never_overwrite_data_behind_a_link() {
    let folder = Folder::new("external-link").with("m/a.onnx", data("external.onnx"));
    folder.write("store/weights", data("external.data"));
    std::os::unix::fs::symlink("../store/weights", folder.0.join("m/external.data")).expect("a link");
    let arguments = ["m", "--allow-symlinks", "-o", "json:store/weights"];
    assert!(refused(&folder, &arguments).contains("contains data of `m/a.onnx`"));
    assert!(refused(&folder, &["m", "-o", "json:m/external.data"]).contains("contains data of `m/a.onnx`"));
    assert_eq!(fs::read(folder.0.join("store/weights")).expect("the data"), data("external.data"));
}

#[test]
fn dash_is_standard_output() {
    let folder = Folder::new("dash").with("m.onnxtxt", GOOD);
    let plain = folder.says(&["lint", "-f", "json", "m.onnxtxt"]);
    assert_eq!(folder.says(&["lint", "-f", "json", "-o", "-", "m.onnxtxt"]), plain);
    // The first report goes to a file, so standard output is free.
    assert_eq!(folder.says(&["lint", "-o", "all.txt", "-o", "json:-", "m.onnxtxt"]), plain);
    assert!(folder.text_of("all.txt").starts_with("Checked 1 file"));
    for several in [&["-o", "sarif:-"][..], &["-o", "-", "-o", "json:-"]] {
        let errors = refused(&folder, &[several, &["m.onnxtxt"]].concat());
        assert!(errors.contains("only one report can be written"), "{errors}");
    }
    assert!(refused(&folder, &["--write-baseline", "-", "m.onnxtxt"]).contains("needs a file name"));
    assert!(!folder.0.join("-").exists());
}

#[test]
fn misspelled_format_prefix_is_an_error() {
    let folder = Folder::new("forms").with("m.onnxtxt", GOOD);
    for (wrong, meant) in [("sarf:x", "sarif"), ("Jsn:x", "json"), ("markdwon:x", "markdown")] {
        let errors = refused(&folder, &["-o", wrong, "m.onnxtxt"]);
        assert!(errors.contains(&format!("did you mean `{meant}`?")), "{wrong}: {errors}");
    }
    if cfg!(unix) {
        assert_eq!(folder.code(&["-o", "tmp:x", "m.onnxtxt"]), Some(0));
        assert!(folder.0.join("tmp:x").exists());
    }
}

#[test]
fn unwritable_job_summary_is_named() {
    let folder = Folder::new("summary").with("m.onnxtxt", GOOD);
    let mut command = folder.command(&["-f", "github", "m.onnxtxt"]);
    let output = command.env("GITHUB_STEP_SUMMARY", "nowhere/summary.md").output().expect("runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("cannot write to `nowhere/summary.md`, which GITHUB_STEP_SUMMARY names"), "{errors}");
    assert!(!errors.contains("standard output"), "{errors}");
    assert_eq!(output.status.code(), Some(2));
}

/// A directory from elsewhere may contain links to any file of the user.
#[cfg(unix)]
#[test]
fn files_of_a_directory_are_not_written_through_links() {
    let (head, last) = GOOD.split_once("  [relu] r = Relu (x)\n").expect("a model of two nodes");
    let model = format!("{head}{}  [relu] r = Relu (x)\n}}\n", last.trim_end_matches("}\n"));
    let folder = Folder::new("in-place").with("elsewhere/m.onnxtxt", &model);
    let link = folder.0.join("m/link.onnxtxt");
    folder.write("m/own.onnxtxt", &model);
    std::os::unix::fs::symlink("../elsewhere/m.onnxtxt", &link).expect("a link");
    for option in ["--fix", "--add-ignores"] {
        folder.write("m/own.onnxtxt", &model);
        let (_, errors, code) = folder.says(&["lint", option, "m"]);
        assert!(errors.contains("cannot write to `m/link.onnxtxt`: it is a symbolic link"), "{option}: {errors}");
        assert_eq!((code, folder.text_of("elsewhere/m.onnxtxt")), (2, model.clone()), "{option}");
        // The file next to it is a file of the directory.
        assert_ne!(folder.text_of("m/own.onnxtxt"), model, "{option}");
    }
    // What needs no change is no error.
    folder.write("m/own.onnxtxt", GOOD);
    assert_eq!(folder.code(&["lint", "m", "--fix", "--ignore", "GR104"]), Some(0));
    assert_eq!(folder.code(&["lint", "m/link.onnxtxt", "--fix"]), Some(0));
    assert_ne!(folder.text_of("elsewhere/m.onnxtxt"), model);
    assert!(link.is_symlink());
}

#[cfg(unix)]
#[test]
fn data_is_not_written_through_links() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("data-links").with("m/a.onnx", data("external.onnx"));
    folder.write("m/external.data", data("external.data"));
    folder.write("elsewhere/kept", "mine");
    let refused_by = |command: &[&str]| {
        let (_, errors, code) = folder.says(&[&["convert", "m/a.onnx", "-o", "o/a.onnx"], command].concat());
        assert!(errors.contains("is a symbolic link, and data of a model is not written through links"), "{errors}");
        assert_eq!(code, 2, "{command:?}");
        assert_eq!(folder.text_of("elsewhere/kept"), "mine");
        assert_eq!(fs::read_dir(folder.0.join("elsewhere")).expect("a folder").count(), 1, "{command:?}");
        assert!(!folder.0.join("o/a.onnx").exists(), "{command:?}");
    };
    let link = |to: &str, name: &str| {
        let _ = fs::remove_dir_all(folder.0.join("o"));
        fs::create_dir(folder.0.join("o")).expect("a folder");
        symlink(to, folder.0.join("o").join(name)).expect("a link");
    };
    link("../elsewhere/new", "external.data");
    refused_by(&["--external", "copy"]);
    link("../elsewhere/kept", "a.onnx.data");
    refused_by(&["--external", "file"]);
    link("../elsewhere", "s");
    refused_by(&["--external", "file", "--external-file", "s/w.bin"]);
    // The location of the data is that of the model.
    folder.write("m/a.onnx", moved(&data("external.onnx")));
    folder.write("m/s/ternal.data", data("external.data"));
    refused_by(&["--external", "copy"]);
    // The directory of the output is the user's choice.
    symlink("elsewhere", folder.0.join("linked")).expect("a link");
    assert_eq!(folder.code(&["convert", "m/a.onnx", "-o", "linked/a.onnx", "--external", "copy"]), Some(0));
    assert_eq!(fs::read(folder.0.join("elsewhere/s/ternal.data")).expect("a copy"), data("external.data"));
}

/// The model with its data in `s/ternal.data`, a location of as many bytes.
#[cfg(unix)]
fn moved(model: &[u8]) -> Vec<u8> {
    let mut moved = model.to_vec();
    let at = model.windows(13).position(|bytes| bytes == b"external.data").expect("the location");
    moved[at..at + 13].copy_from_slice(b"s/ternal.data");
    moved
}

#[cfg(unix)]
#[test]
fn dangling_link_is_an_unreadable_model() {
    let folder = Folder::new("links").with("m/a.onnxtxt", GOOD);
    for name in ["gone.onnx", "gone.xml", "gone.txt"] {
        std::os::unix::fs::symlink("../elsewhere", folder.0.join("m").join(name)).expect("a link");
    }
    let (out, errors, code) = folder.says(&["lint", "m"]);
    assert!(out.starts_with("Checked 1 file"), "{out}");
    assert_eq!((errors.lines().count(), code), (2, 2), "{errors}");
    assert!(errors.contains("cannot read `m/gone.onnx`: it is a symbolic link to `../elsewhere`"), "{errors}");
    folder.write("shapewright.toml", "exclude = [\"gone.*\"]\n");
    assert_eq!(folder.fails(&["lint", "m"]), (Some(0), String::new()));
    fs::remove_file(folder.0.join("shapewright.toml")).expect("removed");
    folder.write("elsewhere", GOOD);
    assert_eq!(folder.code(&["lint", "m"]), Some(0), "a link to a file is a file");
}
