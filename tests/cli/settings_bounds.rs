//! Configurations, lists of patterns, and baselines that are very long take no more than in proportion to their bytes.

use crate::folder::Folder;

const MODEL: &str = "<ir_version: 9, opset_import: [\"\" : 18]>\ng (float[2] x) => (float[2] y) {\n  y = Relu (x)\n}\n";

/// A model with this number of findings.
fn faulty(findings: usize) -> String {
    let dead: String = (0..findings).map(|at| format!("  [n{at}] t{at} = Relu (x)\n")).collect();
    MODEL.replace("  y =", &format!("{dead}  y ="))
}

/// A list of strings in TOML.
fn list(texts: impl Iterator<Item = String>) -> String {
    texts.map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(",")
}

/// Each finding at a node would be looked up for each pair of patterns.
#[test]
fn patterns_for_files_and_for_nodes_are_no_product() {
    let folder = Folder::new("pattern-pairs").with("m.onnxtxt", faulty(2_000));
    let pairs = (0..1_500).map(|at| format!("\"{{m,{at}}}*\" = {{ \"{{n,{at}}}*\" = [\"FM\"] }}\n"));
    folder.write("shapewright.toml", format!("[lint.per-node-ignores]\n{}", pairs.collect::<String>()));
    let report = folder.lint_shown(&["--max-diagnostics", "1", "m.onnxtxt"]);
    assert_eq!(report["summary"]["suppressed"], 0);
    let (_, errors, code) = folder.says(&["lint", "--statistics", "."]);
    assert_eq!((errors.as_str(), code), ("", 0), "all patterns are used");
}

#[test]
fn a_pattern_in_very_many_directories_is_unused() {
    let folder = Folder::new("pattern-deep").with("m.onnxtxt", MODEL);
    let deep = "a/".repeat(30_000);
    folder.write("shapewright.toml", format!("[lint.per-file-ignores]\n\"{deep}b\" = [\"OP102\"]\n"));
    let (_, errors, code) = folder.says(&["lint", "."]);
    assert!(code == 0 && errors.contains("matches no checked file"), "{}", &errors[..errors.len().min(300)]);
}

#[test]
fn a_hundred_problems_of_a_configuration_are_listed() {
    let folder = Folder::new("problems").with("m.onnxtxt", MODEL);
    let zeros = vec!["0"; 20_000].join(",");
    for config in [format!("exclude = [{zeros}]"), format!("[operators]\n\"a.{}\" = [{zeros}]", "b".repeat(100_000))] {
        folder.write("shapewright.toml", config);
        let (code, errors) = folder.fails(&["m.onnxtxt"]);
        assert_eq!((code, errors.lines().count()), (Some(2), 101));
        assert!(errors.ends_with("error: shapewright.toml: 19900 more problems\n"));
        assert!(errors.len() < 100_000, "{} bytes", errors.len());
    }
}

#[test]
fn very_many_patterns_are_an_error() {
    let folder = Folder::new("many-patterns").with("a/m.onnxtxt", MODEL).with("b/m.onnxtxt", MODEL);
    let patterns = |from: usize, to: usize| list((from..to).map(|at| format!("{at}?")));
    let exclude = |from, to| format!("exclude = [{}]", patterns(from, to));
    folder.write("a/shapewright.toml", exclude(10_000, 14_000));
    assert_eq!(folder.fails(&["a", "b"]), (Some(0), String::new()));
    // Those of all configurations of a run are in memory at the same time.
    folder.write("b/shapewright.toml", exclude(20_000, 24_000));
    assert_eq!(folder.fails(&["b"]), (Some(0), String::new()));
    let (code, errors) = folder.fails(&["a", "b"]);
    let expected = "the patterns of this configuration, and of others in this run, have more than 65536 bytes";
    assert!(code == Some(2) && errors.contains(&format!("b/shapewright.toml:1:6141: {expected}")), "{errors}");
    for config in [
        exclude(10_000, 20_000),
        format!("[lint.per-file-ignores]\n{}", patterns(10_000, 20_000).replace(',', " = []\n") + " = []"),
        format!("[lint.per-node-ignores.\"*\"]\n{}", patterns(10_000, 20_000).replace(',', " = []\n") + " = []"),
    ] {
        folder.write("a/shapewright.toml", config);
        let (code, errors) = folder.fails(&["a"]);
        assert!(code == Some(2) && errors.contains(expected) && errors.lines().count() == 1, "{errors}");
    }
}

#[test]
fn a_very_long_configuration_is_an_error() {
    let folder = Folder::new("long-configuration").with("m.onnxtxt", MODEL);
    folder.write("shapewright.toml", format!("# {}\n", "a".repeat(256 << 10)));
    let (code, errors) = folder.fails(&["m.onnxtxt"]);
    let expected = "cannot read the configuration `shapewright.toml`: it has more than 262144 bytes";
    assert!(code == Some(2) && errors.contains(expected), "{errors}");
}

/// An entry that is an array has a few bytes, and takes hundreds.
#[test]
fn entries_of_a_baseline_are_objects() {
    let folder = Folder::new("baseline-arrays").with("m.onnxtxt", MODEL);
    folder.write("known.json", "{\"schema_version\": 1, \"findings\": [[\"m.onnxtxt\", \"\", null, \"\", \"\"]]}");
    let (code, errors) = folder.fails(&["--baseline", "known.json", "m.onnxtxt"]);
    assert!(code == Some(2) && errors.contains("invalid type: sequence, expected an object"), "{errors}");
}

/// The program may use little more memory than the list has bytes, several times.
#[cfg(target_os = "linux")]
#[test]
fn a_baseline_takes_memory_in_proportion() {
    use std::process::Command;
    let folder = Folder::new("baseline-memory").with("m.onnxtxt", MODEL);
    let entry = |at: usize| {
        format!("{{\"path\":\"{at}\",\"code\":\"a\",\"node\":\"b\",\"message\":\"c\",\"fingerprint\":\"d\"}}")
    };
    let entries: Vec<String> = (0..500_000).map(entry).collect();
    folder.write("known.json", format!("{{\"schema_version\":1,\"findings\":[{}]}}", entries.join(",")));
    let script = "ulimit -v 440000; exec \"$@\"";
    for arguments in [["--baseline", "known.json"], ["--write-baseline", "known.json"]] {
        let mut command = Command::new("sh");
        command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_shapewright"), "lint", "-j", "1"]);
        let output = command.args(arguments).arg("m.onnxtxt").current_dir(&folder.0).output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    }
    assert!(folder.text_of("known.json").ends_with("\"findings\": []\n}\n"));
}
