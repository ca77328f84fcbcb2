//! Configuration: which file applies, the effect of each key, what overrides it, and errors in it.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::{schema, shared};

/// Errors at `rmin` and `twice`, a note at `dead`.
const MODEL: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[N,3] x) => (float[N,1] y, float[N,1] w)
<int64[2] b = {1, 1}>
{
  [rmin] y = ReduceMin <keepdims = 2> (x)
  [twice] w = ReduceMin (x, b)
  [dead] d = Neg (x)
}
"#;

const ALL: [&str; 3] = ["OP105 rmin", "OP103 twice", "GR109 dead"];

/// An unknown operator.
const CUSTOM: &str = r#"<ir_version: 8, opset_import: ["" : 18, "com.example" : 1]>
g (float[N,3] x) => (float[?,?] y) {
  [own] c = com.example.Clamp (x)
  [relu] y = Relu (c)
}
"#;

fn with(name: &str, config: &str) -> Folder {
    Folder::new(name).with("m.onnxtxt", MODEL).with("shapewright.toml", config)
}

/// A configuration that cannot be read would otherwise be one that does not exist.
#[cfg(unix)]
#[test]
fn a_configuration_is_a_regular_file() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("special").with("m/a.onnxtxt", CUSTOM);
    for name in ["shapewright.toml", ".shapewright.toml"] {
        let path = folder.0.join("m").join(name);
        let special: [&dyn Fn(); 4] = [
            &|| fs::create_dir(&path).expect("a folder"),
            &|| assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success()),
            &|| symlink("/dev/null", &path).expect("a link"),
            &|| symlink("nothing", &path).expect("a link"),
        ];
        for make in special {
            make();
            for command in [&["lint", "m"][..], &["shapes", "m"], &["config", "m/a.onnxtxt"]] {
                let (code, errors) = folder.fails(command);
                let expected = format!("the configuration `m/{name}` is not a regular file");
                assert!(code == Some(2) && errors.contains(&expected), "{command:?}: {errors}");
            }
            assert_eq!(folder.code(&["shapes", "--isolated", "m"]), Some(0), "{name}");
            fs::remove_file(&path).or_else(|_| fs::remove_dir(&path)).expect("it is removed");
        }
    }
    // Another tool may use the name.
    fs::create_dir(folder.0.join("m/pyproject.toml")).expect("a folder");
    assert_eq!(folder.code(&["shapes", "m"]), Some(0));
}

#[test]
fn nearest_configuration_applies() {
    let ignore = |rule: &str| format!("[lint]\nignore = [\"{rule}\"]\n");
    let folder =
        Folder::new("nearest").with("m.onnxtxt", MODEL).with("a/m.onnxtxt", MODEL).with("a/b/m.onnxtxt", MODEL);
    folder.write("shapewright.toml", ignore("OP105"));
    folder.write("a/b/.shapewright.toml", ignore("OP103"));
    assert_eq!(folder.findings(&["m.onnxtxt"]), ALL[1..]);
    assert_eq!(folder.findings(&["a/m.onnxtxt"]), ALL[1..]);
    assert_eq!(folder.findings(&["a/b/m.onnxtxt"]), ["OP105 rmin", "GR109 dead"]);
    // In one run each file has its own.
    assert_eq!(folder.findings(&["."]).len(), 6);
    // Of several in one folder the first counts.
    folder.write("a/b/pyproject.toml", "[tool.shapewright.lint]\nignore = [\"GR109\"]\n");
    assert_eq!(folder.findings(&["a/b/m.onnxtxt"]), ["OP105 rmin", "GR109 dead"]);
    folder.write("a/b/shapewright.toml", "");
    assert_eq!(folder.findings(&["a/b/m.onnxtxt"]), ALL);
    // It is the folder of the file, not the one where the program is started.
    let mut inside = folder.command(&["-f", "concise", "../../m.onnxtxt"]);
    let output = inside.current_dir(folder.0.join("a/b")).output().expect("the program runs");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("OP105"));
}

#[test]
fn configuration_can_be_in_pyproject_toml() {
    let folder = Folder::new("python").with("m.onnxtxt", MODEL).with("a/m.onnxtxt", MODEL);
    folder.write("pyproject.toml", "[project]\nname = \"x\"\n[tool.shapewright.lint]\nselect = [\"OP\"]\n");
    assert_eq!(folder.findings(&["m.onnxtxt"]), ALL[..2]);
    // One that says nothing of us is passed over, whatever else is in it.
    folder.write("a/pyproject.toml", "[project\n");
    assert_eq!(folder.findings(&["a/m.onnxtxt"]), ALL[..2]);
    folder.write("a/pyproject.toml", "# no shapewright here\n[tool]\n");
    assert_eq!(folder.findings(&["a/m.onnxtxt"]), ALL[..2]);
    folder.write("a/pyproject.toml", "[tool]\nshapewright = 3\n");
    assert_eq!(folder.code(&["a/m.onnxtxt"]), Some(2));
}

#[test]
fn config_option_selects_a_file_and_isolated_none() {
    let folder = with("named", "[lint]\nignore = [\"OP105\"]\n").with("other/o.toml", "[lint]\nignore = [\"OP103\"]\n");
    assert_eq!(folder.findings(&["--config", "other/o.toml", "m.onnxtxt"]), ["OP105 rmin", "GR109 dead"]);
    assert_eq!(folder.findings(&["--isolated", "m.onnxtxt"]), ALL);
    for wrong in [&["--isolated", "--config", "other/o.toml"][..], &["--config", "none.toml"], &["--config", "other"]] {
        assert_eq!(folder.code(&[wrong, &["m.onnxtxt"]].concat()), Some(2), "{wrong:?}");
    }
    folder.write("pyproject.toml", "[project]\n");
    let (code, stderr) = folder.fails(&["--config", "pyproject.toml", "m.onnxtxt"]);
    assert_eq!((code, stderr.as_str()), (Some(2), "error: `pyproject.toml` has no table [tool.shapewright]\n"));
}

#[test]
fn standard_input_uses_the_configuration_of_the_working_directory() {
    let folder = with("stdin", "[lint]\nselect = [\"GR\"]\n");
    let output = folder.run_with(&["-f", "concise", "--min-level", "note", "-"], MODEL);
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 1);
}

#[test]
fn standard_input_uses_the_configuration_of_its_file_name() {
    let folder =
        Folder::new("stdin-called").with("mm/m.onnxtxt", MODEL).with("shapewright.toml", "lint.select = [\"SH\"]");
    folder.write("mm/shapewright.toml", "lint.per-file-ignores = { \"new/m.*\" = [\"OP103\"], \"m.*\" = [\"OP\"] }");
    let lines = |name: &str| {
        let output = folder.run_with(&["-f", "concise", "--min-level", "note", "--stdin-filename", name, "-"], MODEL);
        String::from_utf8_lossy(&output.stdout).lines().count()
    };
    assert_eq!((lines("other.onnxtxt"), lines("mm/m.onnxtxt"), lines("mm/other.onnxtxt")), (0, 1, 3));
    assert_eq!(lines("mm/new/deep/m.onnxtxt"), 1, "a folder that is not there");
    folder.write("mm/shapewright.toml", "baseline = \"known.json\"");
    let absolute = folder.0.join("mm/m.onnxtxt");
    assert_eq!(
        folder.code(&[
            "--config",
            "mm/shapewright.toml",
            "--min-level",
            "note",
            "--write-baseline",
            "mm/known.json",
            "mm",
        ]),
        Some(1)
    );
    for name in ["mm/m.onnxtxt", "./mm/m.onnxtxt", absolute.to_str().expect("UTF-8")] {
        assert_eq!(lines(name), 0, "{name}");
    }
    assert_eq!(lines("mm/other.onnxtxt"), 3);
    folder.write("mm/sub/.keep", "");
    let mut inside = folder.command(&["-f", "concise", "--stdin-filename", "../m.onnxtxt", "-"]);
    let model = std::fs::File::open(absolute).expect("a model");
    let output = inside.current_dir(folder.0.join("mm/sub")).stdin(model).output().expect("the program runs");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
}

#[test]
fn unused_options_name_the_configuration_that_sets_them() {
    let folder = with("vain", "[[model]]\npath = \"*\"\nbind = { Q = 1 }\ninput-shape = { z = \"[1]\" }\n");
    let found = |arguments: &[&str]| {
        let report = folder.lint(&[&["--select", "FM060", "m.onnxtxt"], arguments].concat());
        let findings = report["diagnostics"].as_array().expect("a list").iter();
        findings.map(|f| f["message"].as_str().unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    let own = [
        "`input-shape` of `shapewright.toml` names `z`, but the model has no such input",
        "`bind` of `shapewright.toml` names `Q`, but the model has no such symbol",
    ];
    assert_eq!(found(&[]), own);
    let all = found(&["--bind", "R=2", "--input-shape", "u:[1]"]);
    assert_eq!(all[0], "--input-shape names `u`, but the model has no such input");
    assert_eq!(all[1], own[0]);
    assert_eq!(all[2], "--bind names `R`, but the model has no such symbol");
    assert_eq!(all[3], own[1]);
    let (_, errors) = folder.fails(&["--expect", "y", "m.onnxtxt"]);
    assert!(errors.contains("`y` is not a name with a type; expected a form such as `NAME:f32[1,3]`"), "{errors}");
}

#[test]
fn rules_are_selected() {
    for (config, expected) in [
        ("select = [\"OP\", \"dead-node\"]", &ALL[..]),
        ("select = [\"correctness\"]", &ALL[..2]),
        ("select = [\"GR\"]\nextend-select = [\"OP103\"]", &ALL[1..]),
        ("ignore = [\"OP1\"]", &ALL[2..]),
        ("ignore = [\"ALL\"]", &[]),
        ("select = []", &ALL),
    ] {
        let folder = with("select", &format!("[lint]\n{config}\n"));
        assert_eq!(folder.findings(&["m.onnxtxt"]), expected, "{config}");
    }
}

#[test]
fn severity_and_fail_on_are_configurable() {
    let folder = with("levels", "lint.severity = { OP105 = \"note\", dead-node = \"error\" }\n");
    let levels = |arguments: &[&str]| {
        let report = folder.lint(arguments);
        let findings = report["diagnostics"].as_array().expect("a list").iter();
        findings.map(|f| f["level"].as_str().unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(levels(&["m.onnxtxt"]), ["note", "error", "error"]);
    // The command line comes first, however much the file says of a rule.
    assert_eq!(levels(&["--severity", "OP=error", "m.onnxtxt"]), ["error", "error", "error"]);
    for (fail_on, code) in [("error", 1), ("never", 0), ("warning", 1)] {
        folder.write("shapewright.toml", format!("lint.fail-on = \"{fail_on}\""));
        assert_eq!(folder.code(&["m.onnxtxt"]), Some(code), "{fail_on}");
    }
    folder.write("shapewright.toml", "lint = { fail-on = \"note\", ignore = [\"OP\"] }");
    assert_eq!(folder.code(&["m.onnxtxt"]), Some(1));
    assert_eq!(folder.code(&["--fail-on", "error", "m.onnxtxt"]), Some(0));
}

#[test]
fn min_level_hides_less_severe_findings() {
    let folder = Folder::new("min-level").with("m.onnxtxt", MODEL);
    let levels = |arguments: &[&str]| {
        let report = folder.lint_shown(arguments);
        let levels: Vec<String> =
            report["diagnostics"].as_array().expect("a list").iter().map(|f| f["level"].to_string()).collect();
        (levels, report["summary"]["hidden"].as_u64().expect("a number"))
    };
    let all = ["--severity", "OP103=warning", "m.onnxtxt"];
    let with = |more: &[&'static str]| [&all[..], more].concat();
    let (found, none) = levels(&with(&["--min-level", "note"]));
    let least = |level: &[&str]| found.iter().filter(|found| level.contains(&found.trim_matches('"'))).count();
    assert!(none == 0 && least(&["error"]) > 0 && least(&["warning"]) > 0 && least(&["note"]) > 0, "{found:?}");
    for (level, shown) in
        [("note", &["error", "warning", "note"][..]), ("warning", &["error", "warning"]), ("error", &["error"])]
    {
        let (left, hidden) = levels(&with(&["--min-level", level]));
        assert_eq!((left.len(), hidden as usize), (least(shown), found.len() - least(shown)), "{level}");
        assert_eq!(folder.code(&with(&["--min-level", level])), Some(1), "{level}");
        // What fails is shown, whatever the level.
        let (left, _) = levels(&with(&["--min-level", level, "--fail-on", "note"]));
        assert_eq!(left.len(), found.len(), "{level}");
    }
    // By default, warnings and errors are shown, and all findings are counted.
    assert_eq!(levels(&all), levels(&with(&["--min-level", "warning"])));
    let summary = &folder.lint_shown(&all)["summary"];
    assert_eq!(summary["notes"], least(&["note"]));
    for format in ["full", "markdown", "html", "sarif"] {
        let report = folder.run(&with(&["--min-level", "error", "-f", format])).stdout;
        let report = String::from_utf8(report).expect("UTF-8");
        let said = format!("{} not shown; use `--min-level note` to show them.", found.len() - least(&["error"]));
        assert!(report.contains(&said), "{format}: {report}");
    }
    folder.write("shapewright.toml", "lint.min-level = \"error\"");
    assert_eq!(levels(&all).0.len(), least(&["error"]));
    assert_eq!(levels(&with(&["--min-level", "note"])).0.len(), found.len(), "the command line comes first");
    assert_eq!(folder.code(&["--min-level", "never", "m.onnxtxt"]), Some(2));
}

#[test]
fn each_file_uses_its_own_fail_on() {
    let folder = Folder::new("fail-on").with("strict/m.onnxtxt", MODEL).with("lax/m.onnxtxt", MODEL);
    folder.write("lax/shapewright.toml", "lint.fail-on = \"never\"");
    assert_eq!(folder.code(&["lax"]), Some(0));
    assert_eq!(folder.code(&["lax", "strict"]), Some(1));
    let report = String::from_utf8(folder.run(&["-f", "junit", "lax", "strict"]).stdout).expect("UTF-8");
    assert!(report.contains("tests=\"2\" failures=\"1\""), "{report}");
    folder.write("strict/shapewright.toml", "lint.ignore = [\"OP\"]");
    assert_eq!(folder.code(&["lax", "strict"]), Some(0));
}

#[test]
fn flags_override_the_configuration() {
    let folder = with("flags", "[lint]\nselect = [\"GR\"]\nignore = [\"OP105\"]\nextend-select = [\"OP103\"]\n");
    assert_eq!(folder.findings(&["m.onnxtxt"]), ALL[1..]);
    assert_eq!(folder.findings(&["--select", "OP", "m.onnxtxt"]), ["OP103 twice"]);
    assert_eq!(folder.findings(&["--ignore", "GR109", "m.onnxtxt"]), ["OP103 twice"]);
    assert_eq!(folder.findings(&["--extend-select", "SH", "m.onnxtxt"]), ["GR109 dead"]);
}

#[test]
fn include_and_exclude_select_files() {
    let folder = Folder::new("include").with("models/a.onnxtxt", MODEL).with("models/old/b.onnxtxt", MODEL);
    folder.write("models/c.draft.onnxtxt", MODEL);
    let paths = |config: &str, arguments: &[&str]| {
        folder.write("shapewright.toml", config);
        let report = folder.lint(arguments);
        let files = report["files"].as_array().expect("a list").iter();
        files.map(|file| file["path"].as_str().expect("a path").to_owned()).collect::<Vec<_>>()
    };
    let (a, b, c) = ("models/a.onnxtxt", "models/old/b.onnxtxt", "models/c.draft.onnxtxt");
    assert_eq!(paths("", &["models"]), [a, c, b]);
    assert_eq!(paths("include = [\"models/*.onnxtxt\"]", &["models"]), [a, c]);
    assert_eq!(paths("exclude = [\"old\"]", &["models"]), [a, c]);
    assert_eq!(paths("exclude = [\"models/old/**\", \"*.draft.*\"]", &["models"]), [a]);
    assert_eq!(paths("include = [\"models\"]\nexclude = [\"./models/old/\"]", &["models"]), [a, c]);
    // What is named is checked.
    assert_eq!(paths("exclude = [\"**\"]", &[b]), [b]);
    folder.write("shapewright.toml", "exclude = [\"**\"]");
    let (code, stderr) = folder.fails(&["models"]);
    assert!(code == Some(2) && stderr.contains("excludes all model files"), "{stderr}");
    assert_eq!(folder.code(&["shapes", "models"]), Some(2));
}

#[test]
fn rules_are_ignored_by_file_and_by_node() {
    let folder = with("ignores", "[lint.per-file-ignores]\n\"m.*\" = [\"OP103\", \"dead-node\"]\n");
    folder.write("a/n.onnxtxt", MODEL);
    assert_eq!(folder.findings(&["m.onnxtxt"]), ALL[..1]);
    assert_eq!(folder.lint(&["m.onnxtxt"])["summary"]["suppressed"], 2);
    assert_eq!(folder.findings(&["a/n.onnxtxt"]), ALL);
    folder.write("shapewright.toml", "[lint.per-node-ignores.\"a/*\"]\n\"*\" = [\"OP105\"]\n\"d*\" = [\"GR\"]\n");
    assert_eq!(folder.findings(&["a/n.onnxtxt"]), ["OP103 twice"]);
    assert_eq!(folder.lint(&["a/n.onnxtxt"])["summary"]["suppressed"], 2);
    assert_eq!(folder.findings(&["m.onnxtxt"]), ALL);
    // A node without a name goes by its first output's.
    folder.write("a/n.onnxtxt", MODEL.replace("[rmin] ", ""));
    folder.write("shapewright.toml", "[lint.per-node-ignores.\"**\"]\ny = [\"OP105\"]\n");
    assert_eq!(folder.findings(&["a/n.onnxtxt"]), ALL[1..]);
    // Several patterns for one file and one node, some of them written in two ways.
    folder.write(
        "shapewright.toml",
        "lint.per-file-ignores = { \"a\" = [\"GR\"], \"./a/\" = [\"OP103\"], \"m\" = [\"ALL\"] }\n\
         [lint.per-node-ignores.\"b/*\"]\ny = [\"ALL\"]\n\
         [lint.per-node-ignores.\"n.*\"]\ny = [\"SH\"]\n\"?\" = [\"OP105\"]\n",
    );
    assert_eq!(folder.findings(&["a/n.onnxtxt"]), [""; 0]);
}

#[test]
fn custom_operators_are_configured_as_text() {
    let folder = Folder::new("operators").with("m.onnxtxt", CUSTOM);
    let shape = |config: &str| {
        folder.write("shapewright.toml", config);
        let output = folder.run(&["shapes", "-f", "json", "--no-declared", "m.onnxtxt"]);
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let values = report["files"][0]["graphs"][0]["values"].as_array().expect("a list").clone();
        values.into_iter().find(|value| value["id"] == "y").expect("an output")["shape"].clone()
    };
    assert_eq!(shape(""), Value::Null);
    assert_eq!(folder.findings(&["m.onnxtxt"]), ["OP116 own"]);
    assert_eq!(shape("operators = { \"com.example.Clamp\" = \"out[0] = in[0]\" }"), json!(["N", 3]));
    assert_eq!(folder.findings(&["m.onnxtxt"]), [""; 0]);
    assert_eq!(
        shape("operators = { \"com.example.Clamp\" = [\"out[1] = in[0]\", \"out[0]=in[0]\"] }"),
        json!(["N", 3])
    );
    // An input that is not there says nothing, and an operator may be known by name alone.
    for copies in ["\"out[0] = in[7]\"", "[]"] {
        assert_eq!(shape(&format!("operators = {{ \"com.example.Clamp\" = {copies} }}")), Value::Null);
        assert_eq!(folder.findings(&["m.onnxtxt"]), [""; 0]);
    }
    let layer = r#"<net name="m" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="2,3" element_type="f32"/>
  <output><port id="0" precision="FP32"><dim>2</dim><dim>3</dim></port></output></layer>
<layer id="1" name="own" type="Clamper" version="extension"><input><port id="0"/></input>
  <output><port id="1" precision="FP32"><dim>2</dim><dim>7</dim></port></output></layer>
<layer id="2" name="y" type="Result" version="opset1"><input><port id="0"/></input></layer>
</layers><edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>
<edge from-layer="1" from-port="1" to-layer="2" to-port="0"/></edges></net>"#;
    folder.write("m.xml", layer);
    folder.write("shapewright.toml", "operators = { \"extension.Clamper\" = \"out[0] = in[0]\" }");
    assert_eq!(folder.findings(&["m.xml"]), ["SH201 own"]);
}

#[test]
fn bind_and_input_shape_are_configurable() {
    let folder = with("model", "[[model]]\npath = \"m.*\"\nbind = { N = 4 }\ninput-shape = { x = \"f32[N,3]\" }\n");
    let shape = |arguments: &[&str]| {
        let output = folder.run(&[&["shapes", "-f", "concise", "m.onnxtxt"][..], arguments].concat());
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        text.lines().find(|line| line.starts_with('x')).map(str::to_owned).unwrap_or(text)
    };
    assert_eq!(shape(&[]), "x f32[4,3]");
    assert_eq!(shape(&["--bind", "N=5"]), "x f32[5,3]");
    assert_eq!(shape(&["--isolated"]), "x f32[N,3]");
    // Of several that hold for a file, the last one counts.
    folder.write(
        "shapewright.toml",
        "model = [{ path = \"**\", bind = { N = 1 } }, { path = \"m.*\", bind = { N = 2 } }]",
    );
    assert_eq!(shape(&[]), "x f32[2,3]");
    folder.write("shapewright.toml", "model = [{ path = \"*\", input-shape = { x = \"[2,3]\" } }]");
    assert_eq!(shape(&[]), "x f32[2,3]");
    assert_eq!(shape(&["--input-shape", "x:[7,3]"]), "x f32[7,3]");
    folder.write("shapewright.toml", "model = [{ path = \"other/*\", bind = { N = 1 } }]");
    assert_eq!(shape(&[]), "x f32[N,3]");
}

#[test]
fn contracts_are_proven_or_reported() {
    let folder = Folder::new("contract").with("m.onnxtxt", CUSTOM.replace("com.example.Clamp", "Abs"));
    let found = |expect: &str, arguments: &[&str]| {
        folder.write("shapewright.toml", format!("model = [{{ path = \"*\", expect = {{ {expect} }} }}]"));
        let report = folder.lint(&[arguments, &["--select", "SH220", "m.onnxtxt"]].concat());
        let findings = report["diagnostics"].as_array().expect("a list").iter();
        findings.map(|f| f["message"].as_str().unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found("y = \"f32[N,3]\"", &[]), [""; 0]);
    assert_eq!(found("y = \"[?,3]\"", &[]), [""; 0]);
    assert_eq!(found("y = \"f32[2,3]\"", &["--bind", "N=2"]), [""; 0]);
    assert_eq!(found("y = \"f32[N,3]\"", &["--bind", "N=2"]), [""; 0]);
    assert_eq!(found("y = \"f32[N,4]\"", &[]), ["`y` is f32[N,3]; the contract expects f32[N,4]"]);
    let open = "`y` is only known to be f32[N,3], which does not prove the contract f32[2,3]";
    assert_eq!(found("y = \"f32[2,3]\"", &[]), [open]);
    assert_eq!(found("yy = \"f32[2,3]\"", &[]), ["the contract names `yy`, but the graph has no such value"]);
    // The command line comes first; the exit code is that of any error.
    assert_eq!(
        found("y = \"f32[2,3]\"", &["--expect", "y:f16[N,3]"]),
        ["`y` is f32[N,3]; the contract expects f16[N,3]"]
    );
    assert_eq!(folder.code(&["--isolated", "--expect", "y:[N,3]", "m.onnxtxt"]), Some(0));
    assert_eq!(folder.code(&["--isolated", "--expect", "y:[N,4]", "m.onnxtxt"]), Some(1));
    assert_eq!(folder.code(&["--isolated", "--expect", "y", "m.onnxtxt"]), Some(2));
    // What only the file says is no proof.
    folder.write("m.onnxtxt", CUSTOM.replace("float[?,?] y", "float[4,3] y"));
    let declared =
        "`y` is f32[4,3] only according to declarations in the file, which do not prove the contract f32[4,3]";
    assert_eq!(found("y = \"f32[4,3]\"", &[]), [declared]);
}

#[test]
fn a_contract_behind_an_error_names_it() {
    let model = |nodes: &str| {
        format!("<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[2,3] x) => (float[2,4] y) {{\n{nodes}\n}}")
    };
    let folder = Folder::new("contract-behind").with("m.onnxtxt", "");
    let help = |nodes: &str, expect: &str| {
        folder.write("m.onnxtxt", model(nodes));
        let report = folder.lint(&["--isolated", "--expect", expect, "m.onnxtxt"]);
        let mut findings = report["diagnostics"].as_array().expect("a list").iter();
        let contract = findings.find(|finding| finding["code"] == "SH220").expect("a broken contract");
        contract["help"][0].as_str().unwrap_or("").to_owned()
    };
    let faulty = "  [sum] s = ReduceMin <axes = [1], keepdims = 7> (x)\n  [act] a = Reluu (x)\n  [out] y = Abs (a)";
    assert_eq!(help(faulty, "y:[2,4]"), "correct the error at `act` first: `y` depends on it");
    // A wrong declaration and an error elsewhere are no reason.
    let other = "  [act] a = Reluu (x)\n  [out] y = Abs (x)";
    assert_eq!(help(other, "y:[2,4]"), "correct the model or the contract");
}

#[test]
fn baseline_is_configurable() {
    let folder = with("baseline", "baseline = \"known.json\"\n").with("a/m.onnxtxt", MODEL);
    let (code, stderr) = folder.fails(&["m.onnxtxt"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("cannot read the baseline") && stderr.contains("--write-baseline"), "{stderr}");
    assert_eq!(folder.code(&["--min-level", "note", "--write-baseline", "known.json", "."]), Some(1));
    assert_eq!(folder.findings(&["."]), [""; 0]);
    let mut inside = folder.command(&["m.onnxtxt"]);
    let output = inside.current_dir(folder.0.join("a")).output().expect("the program runs");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    folder.write("none.json", "{\"schema_version\": 1, \"findings\": []}");
    assert_eq!(folder.findings(&["--baseline", "none.json", "m.onnxtxt"]), ALL);
}

#[test]
fn configuration_errors_have_locations() {
    for (config, place, problem) in [
        ("selct = []", "1:1", "unknown key `selct`; did you mean `lint.select`?"),
        ("incldue = []", "1:1", "unknown key `incldue`; did you mean `include`?"),
        (
            "zzz = 1",
            "1:1",
            "unknown key `zzz`; expected one of include, exclude, baseline, weights, lint, operators, model",
        ),
        ("[lint]\nfail_on = \"error\"", "2:1", "unknown key `fail_on` in `lint`; did you mean `fail-on`?"),
        ("[[model]]\npath = \"a\"\nbnd = {}", "3:1", "unknown key `bnd` in `model`; did you mean `bind`?"),
        ("include = \"a\"", "1:11", "`include` is a string; expected an array of strings"),
        ("include = [1]", "1:12", "`include` is an integer; expected an array of strings"),
        ("include = [\"a[\"]", "1:12", "invalid pattern `a[`: unclosed character class; missing ']'"),
        ("baseline = 1", "1:12", "`baseline` is an integer; expected a string"),
        ("lint = []", "1:8", "`lint` is an array; expected a table"),
        ("[lint]\nignore = [\"OP1O2\"]", "2:11", "did you mean `OP102`?"),
        ("[lint]\nfail-on = \"bad\"", "2:11", "unknown level `bad`; expected error, warning, note, or never"),
        ("weights = true", "1:11", "`weights` is a boolean; expected a string"),
        ("weights = \"absent\"", "1:11", "unknown value `absent`; expected required or optional"),
        ("[lint]\nmin-level = \"never\"", "2:13", "unknown level `never`; expected error, warning, or note"),
        ("[lint]\ntarget = [\"onxruntime\"]", "2:11", "did you mean `onnxruntime`?"),
        ("[lint.severity]\nOP103 = \"fatal\"", "2:9", "unknown level `fatal`; expected error, warning, or note"),
        ("[lint.severity]\nOP999 = \"note\"", "2:1", "unknown rule, prefix, or category `OP999`"),
        ("[lint.per-file-ignores]\n\"[\" = []", "2:1", "invalid pattern `[`"),
        ("[lint.per-node-ignores]\na = [\"OP\"]", "2:5", "is an array; expected a table"),
        ("[operators]\nClamp = []", "2:1", "expected DOMAIN.NAME"),
        ("[operators]\n\"ai.onnx.Relu\" = []", "2:1", "cannot be redefined"),
        ("[operators]\n\"a.B\" = \"out0\"", "2:9", "expected \"out[0] = in[0]\""),
        ("[operators]\n\"a.B\" = 1", "2:9", "is an integer; expected an array of strings"),
        ("model = {}", "1:9", "`model` is a table; expected an array of tables, `[[model]]`"),
        ("[[model]]\nbind = {}", "1:1", "requires a `path`"),
        (
            "[[model]]\npath = \"a\"\nbind = { N = -1 }",
            "3:14",
            "`N` is -1; expected an integer from 0 to 9223372036854775807",
        ),
        (
            "[[model]]\npath = \"a\"\nbind = { N = \"1\" }",
            "3:14",
            "`1` is not an interval of sizes; expected an integer without quotes, or an interval such as \"1..8\"",
        ),
        ("[[model]]\npath = \"a\"\nexpect = { y = \"float[1]\" }", "3:16", "`float` is not an element type"),
        ("a = = 1", "1:5", "extra `=`"),
        ("[lint]\nä = 1", "2:1", ""),
    ] {
        let folder = with("wrong", config);
        let (code, stderr) = folder.fails(&["m.onnxtxt"]);
        assert_eq!(code, Some(2), "{config}: {stderr}");
        let start = format!("error: shapewright.toml:{place}: ");
        assert!(stderr.starts_with(&start) && stderr.contains(problem), "{config}: {stderr}");
        assert!(folder.run(&["m.onnxtxt"]).stdout.is_empty(), "{config}");
        assert_eq!(folder.code(&["config"]), Some(2), "{config}");
    }
    // All of it in one go, in the order of the file.
    let folder = with("several", "b = 1\na = 1\n[lint]\nc = 1\n");
    assert_eq!(folder.fails(&["m.onnxtxt"]).1.lines().count(), 3);
}

#[test]
fn a_pattern_that_is_too_large_is_an_error() {
    let deep = format!("{}b{}", "{a,".repeat(150), "}".repeat(150));
    for pattern in [&deep, &"{".repeat(50_000)] {
        for config in [
            format!("exclude = [\"{pattern}\"]"),
            format!("[lint.per-file-ignores]\n\"{pattern}\" = []"),
            format!("[lint.per-node-ignores.m]\n\"{pattern}\" = []"),
            format!("[[model]]\npath = \"{pattern}\""),
        ] {
            let (code, stderr) = with("large", &config).fails(&["m.onnxtxt"]);
            let why = "`: it is too long, or its braces are nested too deeply\n";
            let is_named = stderr.contains(&format!("invalid pattern `{}", &pattern[..500])) && stderr.ends_with(why);
            assert!(code == Some(2) && is_named, "{}", &stderr[..stderr.len().min(100)]);
            assert_eq!(stderr.lines().count(), 1);
        }
    }
    let (code, stderr) = with("large", "").fails(&["lint", "--exclude", &deep, "."]);
    assert!(code == Some(2) && stderr.contains("'--exclude <PATTERN>': it is too long, or"), "{stderr}");
}

#[test]
fn targets_are_configurable() {
    // ONNX Runtime 1.10 reads operator sets up to 15.
    let model = MODEL.replace("18", "26");
    let folder = Folder::new("targets").with("m.onnxtxt", &model);
    let found = |arguments: &[&str]| folder.findings(&[arguments, &["--select", "PO201", "m.onnxtxt"]].concat()).len();
    assert_eq!(found(&[]), 0);
    folder.write("shapewright.toml", "lint.target = [\"onnxruntime>=1.10\"]");
    assert_eq!(found(&[]), 1);
    // The command line replaces it.
    assert_eq!(found(&["--target", "openvino"]), found(&["--isolated", "--target", "openvino"]));
    assert_eq!(found(&["--isolated"]), 0);
}

#[test]
fn config_shows_settings_with_their_sources() {
    let config = "include = [\n  \"*.onnxtxt\",\n]\n[lint]\nfail-on = \"warning\"\n[lint.severity]\nOP103 = \"error\"\n\
                  [lint.per-file-ignores]\n\"other\" = [\"OP\"]\n[[model]]\npath = \"m.*\"\nbind = { N = 1 }\n";
    let folder = with("show", config);
    let shown = |arguments: &[&str]| {
        let output = folder.run(&[&["config"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let expected = "# shapewright.toml\n\
        include = [\"*.onnxtxt\"]  # shapewright.toml:1\n\
        exclude = []  # default\n\
        # baseline is not set  # default\n\
        weights = \"required\"  # default\n\
        lint.select = []  # default\n\
        lint.extend-select = []  # default\n\
        lint.ignore = [\"dead-node\", \"OP1\"]  # command line\n\
        lint.fail-on = \"warning\"  # shapewright.toml:5\n\
        lint.min-level = \"warning\"  # default\n\
        lint.target = []  # default\n\
        lint.per-file-ignores = {}  # default\n\
        lint.per-node-ignores = {}  # default\n\
        operators = {}  # default\n\
        lint.severity.OP103 = \"error\"  # shapewright.toml:7\n\
        model = [\n  { path = \"m.*\", bind = { N = 1 } },  # shapewright.toml:10\n]\n";
    assert_eq!(shown(&["m.onnxtxt", "--ignore", "GR109,OP1"]), expected);
    // Without a file, everything is shown.
    assert!(shown(&[]).contains("lint.per-file-ignores.other = [\"OP\"]  # shapewright.toml:9\n"));
    assert!(shown(&["--isolated"]).starts_with("# no configuration file\ninclude = []  # default\n"));
    let given = [
        "--fail-on",
        "never",
        "--target",
        "openvino,onnxruntime>=1.20",
        "--severity",
        "OP=note",
        "--baseline",
        "b.json",
        "--bind",
        "N=2",
        "--bind",
        "B=1..8",
    ];
    let given =
        [&given[..], &["--select", "OP", "--extend-select", "SH", "--input-shape", "x:[1]", "--expect", "y:f32[N]"]];
    let all = shown(&given.concat());
    assert_eq!(all.matches("# command line").count(), 7, "{all}");
    assert!(all.contains(
        "{ path = \"**\", bind = { N = 2, B = \"1..8\" }, input-shape = { x = \"?[1]\" }, expect = { y = \"f32[N]\" } }"
    ));
    // What is shown is a configuration that says the same.
    folder.write("again.toml", &all);
    let again = shown(&["--config", "again.toml"]);
    let values = |text: &str| {
        let lines = text.lines().skip(1).filter(|line| !line.starts_with('#'));
        lines.map(|line| line.split("  # ").next().unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(values(&again), values(&all));
    assert_eq!(folder.code(&["config", "none"]), Some(2));
}

#[test]
fn init_writes_a_sample_once() {
    let folder = Folder::new("init").with("m.onnxtxt", MODEL).with("a/.keep", "");
    assert_eq!(folder.code(&["init"]), Some(0));
    let sample = folder.text_of("shapewright.toml");
    assert_eq!(folder.findings(&["m.onnxtxt"]), ALL, "comments change nothing");
    folder.write("shapewright.toml", "# mine");
    let (code, stderr) = folder.fails(&["init"]);
    assert_eq!((code, stderr.as_str()), (Some(2), "error: `shapewright.toml` already exists and was not changed\n"));
    assert_eq!(folder.text_of("shapewright.toml"), "# mine");
    assert_eq!(folder.code(&["init", "a"]), Some(0));
    assert_eq!(folder.text_of("a/shapewright.toml"), sample);
    assert_eq!(folder.code(&["init", "a/b/c.toml"]), Some(2));
    // Everything in it is right once it is no comment.
    folder.write("all.toml", uncommented(&sample));
    let output = folder.run(&["config", "--config", "all.toml"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let shown = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(shown.matches("# default").count(), 0, "{shown}");
}

/// The sample with its settings uncommented: comments in prose have a space after `#`.
fn uncommented(sample: &str) -> String {
    let lines = sample.lines().map(|line| match line.strip_prefix('#') {
        Some(setting) if !setting.starts_with(' ') => setting,
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn schema_of(name: &str) -> Value {
    let output = Folder::new(&format!("schema-{name}")).run(&["schema", name]);
    assert_eq!(output.status.code(), Some(0));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn output_conforms_to_the_schemas() {
    let root = env!("CARGO_MANIFEST_DIR");
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_shapewright"));
        let output = command.args(arguments).arg("--isolated").current_dir(root).output().expect("the program runs");
        serde_json::from_slice::<Value>(&output.stdout).expect("JSON")
    };
    let lint = run(&["lint", "-f", "json", "testdata"]);
    assert!(lint["diagnostics"].as_array().is_some_and(|list| list.len() > 50));
    assert_eq!(schema::faults(&schema_of("lint"), &lint), [""; 0]);
    let shapes = run(&["shapes", "-f", "json", "--values", "8", "testdata"]);
    assert_eq!(schema::faults(&schema_of("shapes"), &shapes), [""; 0]);
    let inspect = run(&["inspect", "-f", "json", "testdata"]);
    assert!(inspect["files"].as_array().is_some_and(|files| files.len() > 50));
    assert_eq!(schema::faults(&schema_of("inspect"), &inspect), [""; 0]);
    // The check can fail.
    let mut wrong = lint;
    wrong["diagnostics"][0]["level"] = "fatal".into();
    wrong["summary"]["more"] = 1.into();
    assert_eq!(schema::faults(&schema_of("lint"), &wrong).len(), 2);
}

#[test]
fn output_for_real_models_conforms_to_the_schemas() {
    let Some(corpus) = shared::folder("corpus") else { return };
    for (name, form) in [
        ("lint", &["lint", "-f", "json"][..]),
        ("shapes", &["shapes", "-f", "json"]),
        ("inspect", &["inspect", "-f", "json"]),
    ] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_shapewright"));
        let output = command.args(form).arg("--isolated").arg(&corpus).output().expect("the program runs");
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert!(report["files"].as_array().is_some_and(|files| files.len() > 500));
        assert_eq!(schema::faults(&schema_of(name), &report), [""; 0]);
    }
}

/// The keys of an object of a schema.
fn properties(schema: &Value, pointer: &str) -> Vec<String> {
    let object = schema.pointer(pointer).and_then(Value::as_object).expect("properties");
    let mut keys: Vec<String> = object.keys().cloned().collect();
    keys.sort();
    keys
}

#[test]
fn configuration_schema_has_every_key() {
    let schema = schema_of("config");
    let valid = |config: &str| {
        let (_, stderr) = with("keys", config).fails(&["m.onnxtxt"]);
        let list = stderr.trim_end().rsplit_once("expected one of ").expect("a list").1.to_owned();
        let mut keys: Vec<String> = list.split(", ").map(str::to_owned).collect();
        keys.sort();
        keys
    };
    assert_eq!(properties(&schema, "/properties"), valid("zzzzzzzzzzzz = 1"));
    assert_eq!(properties(&schema, "/properties/lint/properties"), valid("[lint]\nzzzzzzzzzzzzzz = 1"));
    assert_eq!(
        properties(&schema, "/properties/model/items/properties"),
        valid("[[model]]\npath = \"a\"\nzzzzzzzzzzzz = 1")
    );
}

#[test]
fn configuration_schema_allows_what_is_accepted() {
    let schema = schema_of("config");
    let good = json!({
        "include": ["a"], "exclude": [], "baseline": "b", "weights": "optional",
        "lint": {"select": ["OP"], "extend-select": ["OP102"], "ignore": ["ALL"], "fail-on": "never", "min-level": "note", "target": ["openvino"],
            "severity": {"OP": "note"}, "per-file-ignores": {"*": ["OP"]}, "per-node-ignores": {"*": {"*": ["OP"]}}},
        "operators": {"a.B": "out[0] = in[0]", "a.C": ["out[0]=in[1]"], "a.D": []},
        "model": [{"path": "*", "bind": {"N": 1, "B": "1..8", "T": "2.."}, "input-shape": {"x": "f32[1]"}, "expect": {"y": "[...]"}}],
    });
    assert_eq!(schema::faults(&schema, &good), [""; 0]);
    for (pointer, wrong) in [
        ("/include", json!("a")),
        ("/baseline", json!(1)),
        ("/weights", json!("absent")),
        ("/lint/fail-on", json!("fatal")),
        ("/lint/min-level", json!("never")),
        ("/lint/target", json!("openvino")),
        ("/lint/severity/OP", json!("never")),
        ("/lint/per-node-ignores/*", json!(["OP"])),
        ("/operators/a.B", json!("out0")),
        ("/model/0", json!({})),
        ("/model/0/bind/N", json!(-1)),
        ("/model/0/bind/B", json!("8")),
        ("/model/0/expect/y", json!("f32")),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).expect("a place") = wrong;
        assert!(!schema::faults(&schema, &bad).is_empty(), "{pointer}");
    }
}

#[test]
fn missing_weights_are_an_error_unless_they_are_optional() {
    const MODEL: &str = "<ir_version: 8, opset_import: [\"\" : 18]>\ng (float[2] x) => (float[2] y)\n\
        <float[2] w = [\"location\": \"w.bin\", \"offset\": \"0\", \"length\": \"8\"]>\n{\n  [add] y = Add (x, w)\n}\n";
    let folder = Folder::new("missing-weights").with("m.onnxtxt", MODEL);
    let level = |arguments: &[&str]| folder.lint(arguments)["diagnostics"][0]["level"].clone();
    assert_eq!((level(&["m.onnxtxt"]), folder.code(&["m.onnxtxt"])), (json!("error"), Some(1)));
    assert_eq!(folder.findings(&["--no-weights", "m.onnxtxt"]), [""; 0]);
    // Commands that need only the graph do not fail.
    for command in ["shapes", "print", "graph"] {
        assert_eq!(folder.code(&[command, "m.onnxtxt"]), Some(0), "{command}");
    }
    assert_eq!(folder.code(&["diff", "m.onnxtxt", "m.onnxtxt"]), Some(0));
    folder.write("shapewright.toml", "weights = \"optional\"");
    assert_eq!((level(&["m.onnxtxt"]), folder.code(&["m.onnxtxt"])), (json!("note"), Some(0)));
    assert_eq!(level(&["--severity", "FM004=warning", "m.onnxtxt"]), json!("warning"));
}
