//! `completions` and `man`.

use std::process::Command;

use crate::folder::Folder;

#[test]
fn shells_and_man_know_the_arguments() {
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
fn bash_reads_the_completions() {
    let folder = Folder::new("bash");
    let (script, ..) = folder.says(&["completions", "bash"]);
    let folder = folder.with("script", script);
    let check = "source ./script && COMP_WORDS=(shapewright sn) COMP_CWORD=1 && _shapewright shapewright sn && echo ${COMPREPLY[@]}";
    match Command::new("bash").args(["-c", check]).current_dir(&folder.0).output() {
        Ok(output) => assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "snap"),
        Err(error) => eprintln!("no bash here, so completions are not tried: {error}"),
    }
}
