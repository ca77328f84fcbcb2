//! Text in names does not act on what shows it. `tools/hostile_names.py` tests more texts, and reads every output with a parser
//! of its format.

use std::process::Command;

use serde_json::Value;

use crate::folder::Folder;

/// A model with a text in its names, and a fault.
fn model(text: &str) -> String {
    let name = |kind: &str| format!("\"{}{kind}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let (x, r, w, y) = (name("x"), name("r"), name("w"), name("y"));
    format!(
        "<ir_version: 8, opset_import: [\"\" : 18, {domain} : 1], producer_name: {}>\n{} (float[2,3] {x}) => (float[2] {y}, z)\n\
         <float[2] {w} = {{1,2}}, int64[1] a = {{7}}>\n{{\n[{}] {r} = Relu ({x})\n\
         [{}] {y} = ReduceMin <keepdims = 0> ({r}, a)\n[{}] z = com.example.Own ({r}, {w})\n}}\n",
        name("producer"),
        name("graph"),
        name("relu"),
        name("reduce"),
        name("own"),
        domain = name("domain"),
    )
}

/// Terminal escapes, controls, text direction, invisible characters, line breaks, and what is special in a format.
const TEXTS: [&str; 6] = [
    "\u{1b}[31mred\u{1b}]0;title\u{7}\u{1}\u{8}\rb\tc",
    "\u{9b}31m\u{85}\u{7f}\u{2028}b\u{2029}c\u{ffff}\u{fffe}\u{fdd0}",
    "a\nb::error::x",
    "\u{202e}gpj.exe\u{2066}x\u{200f}a\u{200b}b\u{feff}c\u{2060}d\u{ad}e\u{e0041}",
    "</script><b a=\"x\" c='y'>&]]>--> \"]; end; x --> y",
    "::error file=x::y%0A##[error]z## | *a* [e](http://x.example) ![f](y) `g` ``h @i #1",
];

/// The characters of `TEXTS` that are not visible, besides controls.
const HIDDEN: &str =
    "\u{2028}\u{2029}\u{ffff}\u{fffe}\u{fdd0}\u{202e}\u{2066}\u{200f}\u{200b}\u{feff}\u{2060}\u{ad}\u{e0041}";

/// What shows names, as text.
const SHOWN: [&[&str]; 14] = [
    &["lint", "--min-level", "note"],
    &["lint", "--min-level", "note", "-f", "concise"],
    &["lint", "--min-level", "note", "-f", "github"],
    &["lint", "--min-level", "note", "-f", "markdown"],
    &["lint", "--min-level", "note", "-f", "junit"],
    &["lint", "--fix", "--diff"],
    &["shapes"],
    &["shapes", "-f", "concise"],
    &["shapes", "--why", "z"],
    &["inspect"],
    &["graph"],
    &["graph", "-f", "mermaid"],
    &["fold", "--dry-run"],
    &["diff", "plain.onnxtxt"],
];

/// Whether a runner of GitHub obeys a line in the output of a step, other than what `-f github` is for.
fn is_command(line: &str) -> bool {
    let is_own = ["::error file=", "::warning file=", "::notice file="].iter().any(|own| line.starts_with(own));
    line.contains("##[") || line.trim_start().starts_with("::") && !(is_own && line.contains(",title=shapewright "))
}

const JSON: [&[&str]; 6] = [
    &["lint", "--min-level", "note", "-f", "json"],
    &["lint", "--min-level", "note", "-f", "sarif"],
    &["lint", "--min-level", "note", "-f", "gitlab"],
    &["shapes", "-f", "json"],
    &["inspect", "-f", "json"],
    &["diff", "-f", "json", "plain.onnxtxt"],
];

/// The output and the messages, in which no character is hidden.
fn shown(folder: &Folder, arguments: &[&str]) -> String {
    let (out, errors, _) = folder.says(arguments);
    let hidden = |c: &char| *c != '\n' && (c.is_control() || HIDDEN.contains(*c));
    assert_eq!((out.chars().find(hidden), errors.chars().find(hidden)), (None, None), "{arguments:?}: {out}{errors}");
    let mut lines = out.lines().chain(errors.lines());
    assert_eq!(lines.find(|line| is_command(line)), None, "{arguments:?}: {out}{errors}");
    out
}

#[test]
fn names_control_no_terminal_and_start_no_line() {
    let is_known = |c: char| c.is_ascii() || c.is_control() || HIDDEN.contains(c);
    assert!(TEXTS.iter().all(|text| text.chars().all(is_known)), "`shown` looks for all that is hidden");
    let folder = Folder::new("shown").with("plain.onnxtxt", model("plain"));
    let lines = |arguments: &[&str], file: &str| shown(&folder, &[arguments, &[file]].concat()).lines().count();
    let plain: Vec<usize> = SHOWN.iter().map(|arguments| lines(arguments, "plain.onnxtxt")).collect();
    for (at, text) in TEXTS.iter().enumerate() {
        let file = format!("{at}.onnxtxt");
        folder.write(&file, model(text));
        for (arguments, plain) in SHOWN.iter().zip(&plain) {
            let lines = lines(arguments, &file);
            // An edit of text shows its lines, and a name with a line break is in two.
            if !(arguments.contains(&"--fix") && text.contains('\n')) && arguments[0] != "diff" {
                assert_eq!(lines, *plain, "{arguments:?} {text:?}");
            }
        }
        for arguments in JSON {
            let out = shown(&folder, &[arguments, &[&file]].concat());
            let read: Value =
                serde_json::from_str(&out).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {out}"));
            assert!(read.is_object() || read.is_array());
        }
        let names: Value = serde_json::from_str(&shown(&folder, &["shapes", "-f", "json", &file])).expect("JSON");
        let read = names["files"][0]["graphs"][0]["values"].as_array().expect("values").iter();
        assert!(read.clone().any(|value| value["name"] == format!("{text}r")), "{text:?}: {names}");
    }
}

#[test]
fn lines_of_a_file_that_a_fix_changes_control_nothing() {
    let text = "##[error]a \u{1b}[31m \u{202e}";
    let ir = format!(
        "<net name=\"a\" version=\"11\"><layers>\n::error::a <!-- {text} -->\n<layer id=\"0\" name=\"{text}\" \
         type=\"Parameter\" version=\"opset1\"><data shape=\"2,3\" element_type=\"f32\"/>\n<output><port id=\"0\" \
         precision=\"FP32\"><dim>2</dim><dim>4</dim></port></output></layer>\n</layers><edges/></net>\n"
    );
    let folder = Folder::new("changed").with("m.xml", ir);
    let out = shown(&folder, &["lint", "--fix", "--diff", "m.xml"]);
    assert!(out.contains("+ <output><port id=\"0\" precision=\"FP32\"><dim>2</dim><dim>3</dim>"), "{out}");
    assert!(out.contains("  \\u{3a}:error::a <!-- #\\u{23}[error]a"), "{out}");
    shown(&folder, &["lint", "m.xml"]);
}

#[cfg(unix)]
#[test]
fn print_obeys_no_name_on_a_terminal() {
    let folder = Folder::new("printed").with("m.onnxtxt", model(TEXTS[0]));
    let command = format!("'{}' print m.onnxtxt", env!("CARGO_BIN_EXE_shapewright"));
    let run = Command::new("script").args(["-qec", &command, "/dev/null"]).current_dir(&folder.0).output();
    let Ok(output) = run else { return crate::folder::skip("`print` on a terminal", "script") };
    let text = String::from_utf8(output.stdout).expect("UTF-8").replace("\r\n", "\n");
    assert!(text.contains("\\u{1b}[31mred") && !text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
    // A pipe gets what reads back as the same model.
    let (text, _, _) = folder.says(&["print", "m.onnxtxt"]);
    assert!(text.contains(TEXTS[0]), "{text:?}");
}
