//! `completions` and `man`.

use std::process::Command;

use crate::folder::Folder;

#[test]
fn completions_and_man_pages_list_the_arguments() {
    let folder = Folder::new("manual");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (out, errors, code) = folder.says(&["completions", shell]);
        assert!(out.contains("--fail-on") || out.contains("fail-on"), "{shell}");
        assert_eq!((errors.as_str(), code), ("", 0));
    }
    assert_eq!(folder.says(&["completions", "dos"]).2, 2);
    let (page, _, code) = folder.says(&["man"]);
    assert!(page.contains(".TH shapewright 1") && page.contains("shapewright\\-lint(1)"), "{page}");
    assert_eq!(code, 0);
    let (page, _, code) = folder.says(&["man", "snap"]);
    assert!(page.contains("\\-\\-check") && page.contains("\\-\\-quiet") && code == 0, "{page}");
    let (_, errors, code) = folder.says(&["man", "snpa"]);
    assert!(errors.contains("did you mean `snap`?") && code == 2, "{errors}");
}

#[cfg(unix)]
#[test]
fn bash_accepts_the_completions() {
    let folder = Folder::new("bash");
    let (script, ..) = folder.says(&["completions", "bash"]);
    let folder = folder.with("script", script);
    let check = "source ./script && COMP_WORDS=(shapewright sn) COMP_CWORD=1 && _shapewright shapewright sn && echo ${COMPREPLY[@]}";
    match Command::new("bash").args(["-c", check]).current_dir(&folder.0).output() {
        Ok(output) => assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "snap"),
        Err(error) => eprintln!("no bash here, so completions are not tried: {error}"),
    }
}

#[test]
fn rules_are_listed_as_text_and_as_json() {
    let folder = Folder::new("rules");
    let (out, _, code) = folder.says(&["rules", "-f", "json"]);
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let rules = report["rules"].as_array().expect("a list");
    assert!(code == 0 && rules.len() >= 70, "{}", rules.len());
    let (list, ..) = folder.says(&["rules"]);
    for rule in rules {
        let word = |key: &str| rule[key].as_str().unwrap_or_else(|| panic!("no {key}: {rule}"));
        assert!(list.contains(word("code")) && list.contains(word("name")), "{rule}");
        // Each has a page by its code and by its name.
        let page = folder.says(&["explain", word("code")]);
        assert!(page.0.contains(word("name")) && page.2 == 0, "{rule}");
        assert!(["error", "warning", "note"].contains(&word("onnx")), "{rule}");
    }
}

#[test]
fn color_can_be_forced_and_disabled() {
    let bad = super::GOOD.replace("{1}", "{7}");
    let folder = Folder::new("colors").with("bad.onnxtxt", bad);
    // `snap` and `op` show findings too.
    let commands: [&[&str]; 4] = [
        &["lint", "bad.onnxtxt"],
        &["fold", "bad.onnxtxt", "--dry-run"],
        &["op", "ReduceMin", "--in", "f32[2]", "--axes", "7"],
        &["--quiet", "lint", "bad.onnxtxt"],
    ];
    for arguments in commands {
        let colored = |how: &str| folder.says(&[arguments, &["--color", how]].concat()).0.contains('\x1b');
        assert!(colored("always") && !colored("never") && !colored("auto"), "{arguments:?}");
    }
    let (out, ..) = folder.says(&["lint", "--quiet", "bad.onnxtxt"]);
    assert!(out.starts_with("error[OP102]") && !out.contains("Checked"), "{out}");
}
