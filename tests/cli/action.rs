//! The steps of `action.yml`, run as a runner runs them.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::folder::{Folder, skip};

/// The script of a step, by its name.
fn script(step: &str) -> String {
    let action = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("action.yml")).expect("action.yml");
    let (_, rest) = action.split_once(&format!("- name: {step}\n")).unwrap_or_else(|| panic!("no step `{step}`"));
    let rest = rest.split("\n    - name: ").next().unwrap_or(rest);
    let (_, run) = rest.split_once(" run: ").expect("a script");
    let run = run.strip_prefix("|\n").unwrap_or(run);
    // An expression in a script is put into it as text, so what an input holds would be run.
    assert!(!run.contains("${{"), "{run}");
    run.lines().map(str::trim).collect::<Vec<_>>().join("\n")
}

/// Exit code, annotations, other output, and the summary; `None` without bash.
fn check(folder: &Folder, paths: &str, args: &str, sarif: &str) -> Option<(i32, String, String, String)> {
    let program = Path::new(env!("CARGO_BIN_EXE_shapewright"));
    let path = format!("{}:{}", program.parent().expect("a folder").display(), std::env::var("PATH").expect("a path"));
    let summary = folder.0.join("summary.md");
    let _ = fs::remove_file(&summary);
    let mut said = String::new();
    for step in ["Install shapewright", "Check models"] {
        let mut bash = Command::new("bash");
        bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", &script(step)]).current_dir(folder.0.join("work"));
        bash.env("PATH", &path).env("PATHS", paths).env("ARGS", args).env("SARIF", sarif);
        let Ok(output) = bash.env("GITHUB_STEP_SUMMARY", &summary).output() else {
            skip("the action", "bash");
            return None;
        };
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        said += &text(output.stderr);
        if step == "Check models" {
            let code = output.status.code().unwrap_or(-1);
            return Some((code, text(output.stdout), said, fs::read_to_string(&summary).unwrap_or_default()));
        }
        assert!(output.status.success(), "{said}");
    }
    None
}

fn folder(name: &str) -> Folder {
    let data = |name: &str| fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(name)).expect("data");
    let folder = Folder::new(name).with("work/models/good.onnx", data("onnx/dynamic.onnx"));
    folder.write("work/bad/detector.onnx", data("onnx/detector.onnx"));
    folder.write("work/my models/detector.xml", data("openvino/detector.xml"));
    folder.write("work/my models/detector.bin", data("openvino/detector.bin"));
    folder
}

#[test]
fn findings_become_annotations_and_a_job_summary() {
    let folder = folder("findings");
    let Some((code, out, said, summary)) = check(&folder, "models", "", "") else { return };
    assert_eq!((code, out.as_str(), said.as_str()), (0, "", ""));
    assert!(summary.starts_with("### shapewright: nothing to report in 1 file\n"), "{summary}");
    let (code, out, _, summary) = check(&folder, "models bad", "", "").expect("bash");
    assert!(code == 1 && out.starts_with("::error file=bad/detector.onnx,title=shapewright OP102 "), "{out}");
    assert!(summary.contains("| error | OP102 axis-out-of-range | `bad/detector.onnx` |"), "{summary}");
    let (code, _, _, _) = check(&folder, "bad", "--fail-on never", "of all.sarif").expect("bash");
    assert_eq!(code, 0);
    assert!(folder.text_of("work/of all.sarif").contains("\"2.1.0\""));
}

#[test]
fn paths_with_spaces_are_on_separate_lines() {
    let folder = folder("spaces");
    for paths in ["my models\n", "my models\nmodels\n", "\nmodels\n\nmy models"] {
        let Some((code, out, said, _)) = check(&folder, paths, "", "") else { return };
        assert!(code == 1 && out.contains("file=my models/detector.xml,line="), "{paths:?}: {out}{said}");
    }
    assert_eq!(check(&folder, "my models", "", "").expect("bash").0, 2, "on one line these are two names");
}

#[test]
fn inputs_are_never_executed() {
    let folder = folder("hostile");
    for hostile in ["$(touch pwned)", "`touch pwned`", "models; touch pwned", "models && touch pwned", "-o json:pwned"]
    {
        let lines = format!("{hostile}\nmodels");
        // The last one writes a file of that name.
        for (paths, args, sarif) in
            [(hostile, "", ""), (&*lines, "", ""), ("models", hostile, ""), ("models", "", hostile)]
        {
            if args.starts_with("-o") {
                continue; // `args` are options.
            }
            let Some((code, _, said, _)) = check(&folder, paths, args, sarif) else { return };
            assert!(!folder.0.join("work/pwned").exists(), "{paths:?} {args:?} {sarif:?}");
            assert_eq!(code, if sarif.is_empty() { 2 } else { 0 }, "{paths:?} {args:?} {sarif:?}: {said}");
        }
    }
}
