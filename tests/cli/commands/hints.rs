//! Messages about arguments, paths that are chosen by default or excluded, and constants in `shapes`.

use serde_json::Value;

use super::GOOD;
use crate::folder::Folder;

#[test]
fn a_wrong_argument_is_explained() {
    let folder = Folder::new("arguments").with("m.onnxtxt", GOOD);
    for (arguments, expected) in [
        (&["lint", "--jobs", "0", "m.onnxtxt"][..], "expected a positive number of files"),
        (&["lint", "--severity", "OP103=off", "m.onnxtxt"], "to disable a rule, use `--ignore OP103`"),
        (&["lint", "--severity", "OP103=warn", "m.onnxtxt"], "did you mean `warning`?"),
        (&["explain", "axis"], "did you mean `axis-out-of-range` or `duplicate-axis`?"),
        (&["explain", "float32"], "which is an element type"),
        (&["lint", "--exclude", "[", "m.onnxtxt"], "--exclude"),
    ] {
        let (code, errors) = folder.fails(arguments);
        assert_eq!(code, Some(2), "{errors}");
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
    }
    let folder = folder.with("shapewright.toml", "[lint.severity]\nOP103 = \"off\"\n");
    let (_, errors) = folder.fails(&["lint", "m.onnxtxt"]);
    assert!(errors.contains("to disable a rule, use `ignore`"), "{errors}");
}

#[test]
fn lint_checks_the_working_directory_by_default() {
    let folder = Folder::new("default").with("sub/m.onnxtxt", GOOD).with("n.onnxtxt", GOOD);
    for arguments in [&["lint"][..], &["--min-level", "error"]] {
        let (out, errors, code) = folder.says(arguments);
        assert!(code == 0 && out.contains("Checked 2 files"), "{arguments:?}: {out}{errors}");
    }
    // Without any argument, the program explains itself; other commands need a path.
    assert!(folder.says(&[]).1.contains("Usage:") || folder.says(&[]).0.contains("Usage:"));
    assert_eq!(folder.code(&["shapes"]), Some(2));
    assert!(folder.says(&["lint", "--help"]).0.contains("shapewright.ignore"), "how to suppress a finding");
}

#[test]
fn excluded_files_and_directories_are_skipped_in_a_search() {
    let folder = Folder::new("exclude").with("a/m.onnxtxt", GOOD).with("a/old/n.onnxtxt", GOOD).with("b.onnxtxt", GOOD);
    let files = |arguments: &[&str]| {
        let report = folder.lint(arguments);
        let files = report["files"].as_array().expect("a list").iter();
        files.map(|file| file["path"].as_str().expect("a path").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(files(&["--exclude", "old", "."]), ["./a/m.onnxtxt", "./b.onnxtxt"]);
    assert_eq!(files(&["--exclude", "a/old", "--exclude", "b.*", "."]), ["./a/m.onnxtxt"]);
    // A file that is named is checked.
    assert_eq!(files(&["--exclude", "old", "a/old/n.onnxtxt"]), ["a/old/n.onnxtxt"]);
    let (code, errors) = folder.fails(&["lint", "--exclude", "*.onnxtxt", "."]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("`--exclude` excludes all model files"), "{errors}");
}

#[test]
fn help_about_a_declaration_can_be_followed() {
    let model = "<ir_version: 8, opset_import: [\"\" : 18]>
g (float[N,4] x) => (float[2,N,9] y) <int64[2] r = {2, 1}> { t = Tile (x, r)  y = Identity (t) }\n";
    let folder = Folder::new("declarable").with("m.onnxtxt", model);
    let report = folder.lint(&["m.onnxtxt"]);
    let help = report["diagnostics"].as_array().expect("a list").iter().flat_map(|found| found["help"].as_array());
    let help: Vec<&Value> = help.flatten().collect();
    // ONNX takes any text as the name of a dimension.
    assert!(help.iter().any(|text| text.as_str() == Some("declare it as f32[2*N,4]")), "{report:#}");
    assert_eq!(folder.code(&["lint", "--fix", "--unsafe-fixes", "m.onnxtxt"]), Some(0));
    assert_eq!(folder.lint(&["m.onnxtxt"])["diagnostics"].as_array().map(Vec::len), Some(0));
}

/// `constant` and `value` by name.
fn constants(folder: &Folder, arguments: &[&str]) -> Vec<(String, bool, Value)> {
    let (out, errors, _) = folder.says(&[&["shapes", "-f", "json", "m.onnxtxt"], arguments].concat());
    let report: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {errors}"));
    let values = report["files"][0]["graphs"][0]["values"].as_array().expect("a list").iter();
    let value = |value: &Value| {
        let name = value["id"].as_str().expect("a name").to_owned();
        (name, value["constant"] == true, value["value"].clone())
    };
    values.map(value).collect()
}

#[test]
fn whatever_follows_from_constants_is_shown() {
    let model = "<ir_version: 8, opset_import: [\"\" : 18]>
g (float[2] x, float[1] k) => (y, s, m, bad) <float[2] b = {1, 4}, float[1] k = {1}, float[2] z = {0, 0}, int64[1] i = {2}>
{ s = Log (b)  r = Sqrt (b)  t = Mul (r, r)  y = Add (x, t)  m = Add (k, b)  u = Log (z)  worse = Sub (u, u)  bad = Gather (s, i) }\n";
    let folder = Folder::new("constants").with("m.onnxtxt", model);
    let with = constants(&folder, &["--values", "2"]);
    let of =
        |name: &str| with.iter().find(|(id, ..)| id == name).map(|(_, constant, value)| (*constant, value.clone()));
    assert_eq!(of("r"), Some((true, serde_json::json!([1.0, 2.0]))));
    assert_eq!(of("t"), Some((true, serde_json::json!([1.0, 4.0]))));
    assert_eq!(of("s").map(|(constant, value)| (constant, value[0].clone())), Some((true, serde_json::json!(0.0))));
    assert_eq!(of("worse"), Some((true, serde_json::json!(["nan", "nan"]))));
    // An input may be overridden, and an index out of range has no result.
    for name in ["x", "k", "m", "y", "bad"] {
        assert_eq!(of(name), Some((false, Value::Null)), "{name}");
    }
    // Which values are constant does not depend on what is shown.
    let without = constants(&folder, &[]);
    let flags =
        |all: &[(String, bool, Value)]| all.iter().map(|(id, constant, _)| (id.clone(), *constant)).collect::<Vec<_>>();
    assert_eq!(flags(&with), flags(&without));
    assert!(without.iter().all(|(_, _, value)| value.is_null()));
    let (table, ..) = folder.says(&["shapes", "--values", "2", "m.onnxtxt"]);
    assert!(table.contains("= [1,2]"), "{table}");
}

#[test]
fn long_line_is_cut_around_the_place() {
    let inputs: Vec<String> = (0..200).map(|at| format!("k{at}")).collect();
    let declared: Vec<String> = inputs.iter().map(|name| format!("float[2] {name}")).collect();
    let model = format!(
        "<ir_version: 8, opset_import: [\"\" : 18]>\ng ({}) => (float[400] y)\n{{\n  [\"/model/Concat\"] y = Concat <axis = 0> ({}, gone)\n}}\n",
        declared.join(", "),
        inputs.join(", ")
    );
    let folder = Folder::new("long").with("m.onnxtxt", &model);
    let (out, ..) = folder.says(&["lint", "--select", "GR101", "m.onnxtxt"]);
    let shown = out.lines().find(|line| line.starts_with("4 |")).expect("the node's line");
    assert!(shown.contains("/model/Concat") && shown.contains(" … "), "{out}");
    assert!(shown.contains("k199, gone)") && shown.len() < 160 && !shown.contains("k100"), "{out}");
    // The column is that of the file.
    let line = model.lines().nth(3).expect("the node's line");
    let column = line.find("gone").expect("the name") + 1;
    assert!(out.contains(&format!("m.onnxtxt:4:{column}")), "{out}");
}
