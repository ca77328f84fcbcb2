//! Integration with git: `print --textconv`, `lint --since`, `--stdin-filename`.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::GOOD;
use crate::folder::{Folder, skip};

/// Runs git in the folder. `None`, and a word about it, where there is no git.
fn git(folder: &Folder, arguments: &[&str]) -> Option<String> {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "core.autocrlf=false"];
    let mut command = Command::new("git");
    command.args(identity).args(arguments).current_dir(&folder.0);
    // The machine's own configuration decides nothing here.
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_PAGER", "cat");
    match command.output() {
        Ok(output) => {
            assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
            Some(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        Err(_) => {
            skip(folder.0.to_str().expect("UTF-8"), "git");
            None
        }
    }
}

/// A repository with one commit of the files in the directory.
fn repository(folder: &Folder) -> Option<()> {
    git(folder, &["init", "-q"])?;
    commit(folder)
}

fn commit(folder: &Folder) -> Option<()> {
    git(folder, &["add", "-A"])?;
    git(folder, &["commit", "-q", "-m", "models"]).map(|_| ())
}

#[test]
fn git_diff_shows_changes_in_a_binary_model() {
    let testdata = |name: &str| fs::read(format!("{}/testdata/onnx/{name}", env!("CARGO_MANIFEST_DIR"))).expect(name);
    let folder = Folder::new("git-textconv").with("m.onnx", testdata("dynamic.onnx"));
    let folder = folder.with(".gitattributes", "*.onnx diff=shapewright\n");
    if repository(&folder).is_none() {
        return;
    }
    let program = env!("CARGO_BIN_EXE_shapewright").replace('\\', "/");
    git(&folder, &["config", "diff.shapewright.textconv", &textconv(&program)]);
    let bytes = testdata("dynamic.onnx");
    let at = bytes.windows(9).position(|w| w == b"ReduceMin").expect("a ReduceMin");
    let mut changed = bytes.clone();
    changed[at..at + 9].copy_from_slice(b"ReduceMax");
    let folder = folder.with("m.onnx", changed);
    let diff = git(&folder, &["diff"]).unwrap_or_default();
    let lines = |sign: char, op: &str| {
        diff.lines().filter(|line| line.starts_with(sign) && line.contains(&format!("= {op} "))).count()
    };
    assert_eq!((lines('-', "ReduceMin"), lines('+', "ReduceMax")), (1, 1), "{diff}");
    assert_eq!(diff.lines().filter(|line| line.starts_with(['+', '-'])).count(), 4, "two lines and two names: {diff}");
}

/// The command of the recipe in the documentation.
fn textconv(program: &str) -> String {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/commands.md")).expect("the page");
    let recipe = page.lines().find_map(|line| line.strip_prefix("git config diff.shapewright.textconv 'shapewright "));
    let arguments = recipe.and_then(|rest| rest.strip_suffix('\'')).expect("a recipe");
    format!("'{program}' {arguments}")
}

#[test]
fn git_diff_continues_if_a_version_is_not_a_model() {
    let model = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/onnx/dynamic.onnx")).expect("a model");
    let pointer = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{}\nsize 12345\n", "0".repeat(64));
    let folder = Folder::new("git-pointer").with("a.onnx", &pointer).with("z.onnx", &model);
    let folder = folder.with(".gitattributes", "*.onnx diff=shapewright\n");
    if repository(&folder).is_none() {
        return;
    }
    let program = env!("CARGO_BIN_EXE_shapewright").replace('\\', "/");
    git(&folder, &["config", "diff.shapewright.textconv", &textconv(&program)]);
    let folder = folder.with("a.onnx", &model).with("z.onnx", "");
    let diff = git(&folder, &["diff"]).unwrap_or_default();
    let line = |sign: char, text: &str| diff.lines().any(|line| line.starts_with(sign) && line.contains(text));
    assert!(line('-', "Git LFS") && line('+', "ReduceMin") && line('-', "ReduceMin"), "{diff}");
    assert!(!diff.contains("git-blob"), "the name of git's copy changes nothing: {diff}");
    let folder = folder.with("pointer.onnx", &pointer);
    let (out, errors, code) = folder.says(&["print", "pointer.onnx"]);
    assert_eq!((out.as_str(), code), ("", 1), "{errors}");
    let (out, errors, code) = folder.says(&["print", "--textconv", "pointer.onnx"]);
    assert!(out.contains("error[FM"), "{out}");
    assert_eq!((errors.as_str(), code), ("", 0));
}

/// The paths of the files that lint checks.
fn checked(folder: &Folder, arguments: &[&str]) -> Vec<String> {
    let (out, errors, code) = folder.says(&[&["lint", "--quiet", "-f", "json"], arguments].concat());
    assert_eq!((errors.as_str(), code), ("", 0), "{arguments:?}");
    let report: Value = serde_json::from_str(&out).expect("JSON");
    let files = report["files"].as_array().expect("files").iter();
    files.map(|file| file["path"].as_str().expect("a path").to_owned()).collect()
}

const LAYER: &str = "<layer id='0' name='x' type='Parameter' version='opset1'><data shape='1' element_type='f32'/>\
    <output><port id='0'><dim>1</dim></port></output></layer>";

#[test]
fn since_checks_only_changed_files() {
    let folder =
        Folder::new("git-since").with("m/a.onnxtxt", GOOD).with("m/b ü.onnxtxt", GOOD).with("m/c.onnxtxt", GOOD);
    let folder = folder.with("m/ir.xml", LAYER).with("m/ir.bin", "1").with(".gitignore", "ignored.onnxtxt\n");
    if repository(&folder).is_none() {
        return;
    }
    assert_eq!(checked(&folder, &["--since", "HEAD", "m"]), [""; 0]);
    let (summary, note, code) = folder.says(&["lint", "--since", "HEAD", "m"]);
    assert_eq!((summary.as_str(), code), ("Checked 0 files: nothing to report.\n", 0));
    assert_eq!(note, "note: no model, weights file, configuration, or baseline has changed since `HEAD`\n");
    let folder = folder.with("m/b ü.onnxtxt", GOOD.replace("[relu]", "[r]")).with("m/new.onnxtxt", GOOD);
    let folder = folder.with("m/ignored.onnxtxt", GOOD).with("m/ir.bin", "2");
    fs::remove_file(folder.0.join("m/c.onnxtxt")).expect("removed");
    let changed = ["m/b ü.onnxtxt", "m/ir.xml", "m/new.onnxtxt"];
    assert_eq!(checked(&folder, &["--since", "HEAD", "m"]), changed);
    assert_eq!(checked(&folder, &["--since", "HEAD", "m/a.onnxtxt", "m/new.onnxtxt"]), ["m/new.onnxtxt"]);
    commit(&folder);
    assert_eq!(checked(&folder, &["--since", "HEAD", "m"]), [""; 0]);
    assert_eq!(checked(&folder, &["--since", "HEAD~1", "m"]), changed);
    // The files of another repository inside, such as a submodule, are not compared.
    let folder = folder.with("m/inside/d.onnxtxt", GOOD);
    repository(&Folder(folder.0.join("m/inside"))).expect("git, as before");
    assert_eq!(checked(&folder, &["--since", "HEAD", "m"]), ["m/inside/d.onnxtxt"]);
    fs::remove_dir_all(folder.0.join("m/inside")).expect("removed");
    // From elsewhere it is the repository of the files that counts.
    let path = folder.0.join("m").display().to_string();
    assert_eq!(checked(&Folder::new("git-elsewhere"), &["--since", "HEAD~1", &path]).len(), 3);
    for (revision, complaint) in
        [("nothing", "`nothing` is not a revision"), ("--help", "is not a revision"), ("HEAD~9", "is not a revision")]
    {
        let (out, errors, code) = folder.says(&["lint", &format!("--since={revision}"), "m"]);
        assert!(errors.contains(complaint), "{revision}: {errors}");
        assert_eq!((out.as_str(), code), ("", 2));
    }
    let output = folder.command(&["lint", "--since", "HEAD", "m"]).env("PATH", "").output().expect("runs");
    assert_eq!(output.status.code(), Some(2), "without git");
    assert!(String::from_utf8_lossy(&output.stderr).contains("--since requires git"));
}

#[cfg(unix)]
#[test]
fn a_repository_may_end_in_a_blank() {
    let folder = Folder::new("git-blank").with("r /a.onnxtxt", GOOD).with("r /b.onnxtxt", GOOD);
    let inside = Folder(folder.0.join("r "));
    if repository(&inside).is_none() {
        return;
    }
    inside.write("b.onnxtxt", GOOD.replace("[relu]", "[r]"));
    assert_eq!(checked(&folder, &["--since", "HEAD", "r "]), ["r /b.onnxtxt"]);
}

#[test]
fn missing_revision_in_a_shallow_clone_is_explained() {
    let folder = Folder::new("git-depth").with("from/a.onnxtxt", GOOD);
    let from = Folder(folder.0.join("from"));
    if repository(&from).is_none() {
        return;
    }
    let whole = from.says(&["lint", "--since", "HEAD~1", "a.onnxtxt"]).1;
    assert!(whole.contains("is not a revision") && !whole.contains("fetch-depth"), "{whole}");
    from.write("a.onnxtxt", GOOD.replace("[relu]", "[r]"));
    commit(&from);
    let url = format!("file://{}", from.0.display());
    git(&folder, &["clone", "-q", "--depth", "1", &url, "to"]);
    let (out, errors, code) = folder.says(&["lint", "--since", "HEAD~1", "to"]);
    assert!(errors.contains("is a shallow clone: `fetch-depth: 0`"), "{errors}");
    assert_eq!((out.as_str(), code), ("", 2));
}

/// A model whose tensor lies in a file of its folder.
const STORED: &str = r#"<ir_version: 8, opset_import: ["" : 18]>
g (float[2] x) => (float[2] y)
<float[2] w = ["location": "./data/w.bin", "offset": "0", "length": "8"]>
{
  [add] y = Add (x, w)
}
"#;

#[test]
fn since_checks_models_whose_data_changed() {
    let folder = Folder::new("git-data").with("m/a.onnxtxt", STORED).with("m/b.onnxtxt", GOOD);
    let folder = folder.with("m/data/w.bin", [0; 8]).with("m/ir.xml", LAYER).with("m/ir.bin", "1");
    if repository(&folder).is_none() {
        return;
    }
    assert_eq!(checked(&folder, &["--since", "HEAD", "m"]), [""; 0]);
    folder.write("m/notes.md", "of no model");
    folder.write("notes.md", "of no model");
    assert_eq!(checked(&folder, &["--since", "HEAD", "m"]), [""; 0]);
    folder.write("m/data/w.bin", [1; 8]);
    assert_eq!(checked(&folder, &["--since", "HEAD", "m"]), ["m/a.onnxtxt"]);
    commit(&folder);
    let since = |path: &str| {
        let (out, _, code) = folder.says(&["lint", "-f", "concise", "--since", "HEAD", path]);
        (out, code)
    };
    // What is gone has changed: the finding is the model's.
    fs::remove_file(folder.0.join("m/ir.bin")).expect("removed");
    assert_eq!(checked(&folder, &["--since", "HEAD", "m"]), ["m/ir.xml"]);
    fs::remove_dir_all(folder.0.join("m/data")).expect("removed");
    let (out, code) = since("m");
    assert!(out.contains("m/a.onnxtxt") && out.contains("w.bin") && code == 1, "{code}: {out}");
}

#[test]
fn since_checks_models_whose_settings_changed() {
    let folder = Folder::new("git-settings").with("m/a.onnxtxt", GOOD).with("m/b/b.onnxtxt", GOOD);
    let folder = folder.with("n/c.onnxtxt", GOOD).with("m/shapewright.toml", "[lint]\n");
    if repository(&folder).is_none() {
        return;
    }
    let changed = |arguments: &[&str]| {
        let changed = checked(&folder, &[&["--since", "HEAD"], arguments].concat());
        commit(&folder);
        changed
    };
    assert_eq!(checked(&folder, &["--since", "HEAD", "."]), [""; 0]);
    let all = ["./m/a.onnxtxt", "./m/b/b.onnxtxt"];
    folder.write("m/shapewright.toml", "baseline = 'known.json'\n");
    folder.write("m/known.json", r#"{"schema_version": 1, "findings": []}"#);
    assert_eq!(changed(&["."]), all, "the configuration");
    folder.write("m/known.json", r#"{ "schema_version": 1, "findings": [] }"#);
    assert_eq!(changed(&["."]), all, "the baseline");
    folder.write("m/b/.shapewright.toml", "[lint]\n");
    assert_eq!(changed(&["."]), all[1..], "a nearer configuration");
    fs::remove_file(folder.0.join("m/b/.shapewright.toml")).expect("removed");
    assert_eq!(changed(&["."]), all[1..], "a configuration that was removed");
    folder.write("m/shapewright.toml", "[lint]\n");
    assert_eq!(checked(&folder, &["--since", "HEAD", "--isolated", "."]), [""; 0]);
    assert_eq!(changed(&["--config", "m/shapewright.toml", "."]).len(), 3, "one for all");
}

#[test]
fn since_outside_a_repository_is_an_error() {
    let folder = std::env::temp_dir().join(format!("shapewright-no-repository-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let folder = Folder(folder).with("m.onnxtxt", GOOD);
    let (_, errors, code) = folder.says(&["lint", "--since", "HEAD", "m.onnxtxt"]);
    assert_eq!(code, 2, "{errors}");
    assert!(errors.contains("git"), "{errors}");
    let _ = fs::remove_dir_all(&folder.0);
}

#[test]
fn stdin_filename_names_standard_input() {
    let folder = Folder::new("git-stdin").with("a.onnxtxt", GOOD);
    let mut command = folder.command(&["lint", "-f", "concise", "--stdin-filename", "staged/m.onnxtxt", "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("runs");
    let bad = GOOD.replace("{1}", "{7}");
    child.stdin.take().expect("a pipe").write_all(bad.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("staged/m.onnxtxt:6:"), "{text}");
    assert_eq!(output.status.code(), Some(1));
    let (_, errors, code) = folder.says(&["lint", "--stdin-filename", "x", "a.onnxtxt"]);
    assert!(errors.contains("without the path `-`") && code == 2, "{errors}");
}

/// Programs that a repository can name in its own configuration, each of which would leave a file behind. `{}` is a program
/// that creates the file of its name.
const PROGRAMS: [(&str, &str); 12] = [
    ("core.fsmonitor", "{}"),
    ("core.pager", "{}"),
    ("pager.diff", "{}"),
    ("core.editor", "{}"),
    ("core.sshCommand", "{}"),
    ("core.hooksPath", "hooks"),
    ("diff.external", "{}"),
    ("diff.evil.command", "{}"),
    ("diff.evil.textconv", "{}"),
    ("filter.evil.clean", "{}"),
    ("filter.evil.process", "{}"),
    ("filter.a=b.clean", "{}"),
];

/// Programs that git runs when their file in the directory of hooks has this name.
#[cfg(unix)]
const HOOKS: [&str; 4] = ["post-index-change", "fsmonitor-watchman", "reference-transaction", "post-checkout"];

/// Those of the programs and hooks that need a terminal, a message to edit, a server, or a setting that names them.
#[cfg(unix)]
const OF_OTHER_COMMANDS: [&str; 5] =
    ["core.pager", "pager.diff", "core.editor", "core.sshCommand", "fsmonitor-watchman"];

#[cfg(unix)]
#[test]
fn since_runs_no_program_that_the_repository_names() {
    use std::os::unix::fs::PermissionsExt;
    let folder =
        Folder::new("git-hostile").with("m/a.onnxtxt", GOOD).with("m/b.onnxtxt", GOOD).with("m/c.onnxtxt", GOOD);
    if repository(&folder).is_none() {
        return;
    }
    let program = |name: &str| {
        // A repeated line, so that a program that git feeds does not wait for it.
        folder.write(&format!("ran/{name}"), format!("#!/bin/sh\n: > '{}/{name}.ran'\ncat\n", folder.0.display()));
        let path = folder.0.join("ran").join(name);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
        path.display().to_string()
    };
    for (key, value) in PROGRAMS {
        git(&folder, &["config", key, &value.replace("{}", &program(key))]);
    }
    for hook in HOOKS {
        fs::create_dir_all(folder.0.join(".git/hooks")).expect("a folder");
        fs::copy(program(hook), folder.0.join(".git/hooks").join(hook)).expect("a hook");
        folder.write(&format!("hooks/{hook}"), fs::read(folder.0.join("ran").join(hook)).expect("a program"));
        fs::set_permissions(folder.0.join("hooks").join(hook), fs::Permissions::from_mode(0o755)).expect("a hook");
    }
    // A driver of its own takes the place of `diff.external`.
    folder.write(".gitattributes", "*.onnxtxt filter=evil\nm/a.onnxtxt diff=evil\nm/c.onnxtxt filter=a=b\n");
    // Git cannot tell without a filter whether a file of the same size and another time has changed.
    for name in ["a", "c"] {
        folder.write(&format!("m/{name}.onnxtxt"), GOOD.replace("relu]", "rely]"));
    }
    let reported = checked(&folder, &["--since", "HEAD", "m"]);
    let ran = |name: &&str| folder.0.join(format!("{name}.ran")).exists();
    // Those that are there: `core.hooksPath` names a directory.
    let names = || PROGRAMS.iter().filter(|(_, value)| *value == "{}").map(|(key, _)| *key).chain(HOOKS);
    assert_eq!(names().filter(ran).collect::<Vec<_>>(), [""; 0]);
    assert_eq!(reported, ["m/a.onnxtxt", "m/c.onnxtxt"]);
    run_programs(&folder);
    assert_eq!(names().filter(|name| !ran(name)).collect::<Vec<_>>(), OF_OTHER_COMMANDS);
}

/// Runs git as a user does, who does not tell it to start none of the programs.
#[cfg(unix)]
fn run_programs(folder: &Folder) {
    // A driver either compares two files, or makes text of each. None of these programs does what git expects.
    for arguments in [&["diff"][..], &["diff", "--no-ext-diff"]] {
        let _ = Command::new("git").args(arguments).current_dir(&folder.0).output();
    }
    // A filter that is a process takes the place of one for each file.
    git(folder, &["config", "--unset", "filter.evil.process"]);
    commit(folder);
    git(folder, &["checkout", "-q", "HEAD"]);
}

/// A pipe in the place of a file that the repository's own configuration names, and in that of a list of its history.
#[cfg(unix)]
#[test]
fn since_reads_no_list_that_the_repository_names() {
    let folder = Folder::new("git-pipe").with("m/a.onnxtxt", GOOD).with("m/b.onnxtxt", GOOD);
    if repository(&folder).is_none() {
        return;
    }
    let pipe = folder.0.join(".git/pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    for key in ["core.excludesFile", "core.attributesFile", "diff.orderFile"] {
        git(&folder, &["config", key, &pipe.display().to_string()]);
    }
    fs::create_dir_all(folder.0.join(".git/info")).expect("a folder");
    std::os::unix::fs::symlink(&pipe, folder.0.join(".git/info/grafts")).expect("a link");
    folder.write("m/b.onnxtxt", GOOD.replace("relu]", "rely]"));
    folder.write("m/new.onnxtxt", GOOD);
    let mut command = folder.command(&["lint", "-f", "json", "--since", "HEAD", "m"]);
    // The lists that the user names are read.
    folder.write("ignored", "d.*\n");
    folder.write("m/d.onnxtxt", GOOD);
    folder.write("user", format!("[core]\n\texcludesFile = {}\n", folder.0.join("ignored").display()));
    let output = command.env("GIT_CONFIG_GLOBAL", folder.0.join("user")).output().expect("it runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let paths: Vec<_> = report["files"].as_array().expect("a list").iter().map(|file| file["path"].clone()).collect();
    assert_eq!(paths, ["m/b.onnxtxt", "m/new.onnxtxt"]);
}

#[cfg(unix)]
#[test]
fn since_reads_attributes_only_from_regular_files() {
    let folder = Folder::new("git-attributes").with("m/a.onnxtxt", GOOD);
    if repository(&folder).is_none() {
        return;
    }
    folder.write("m/a.onnxtxt", GOOD.replace("relu]", "rely]"));
    folder.write(".git/info/attributes", "*.onnxtxt -diff\n");
    assert_eq!(checked(&folder, &["--since", "HEAD", "m"]), ["m/a.onnxtxt"]);
    fs::remove_file(folder.0.join(".git/info/attributes")).expect("a file");
    std::os::unix::fs::symlink("/dev/zero", folder.0.join(".git/info/attributes")).expect("a link");
    let (_, errors, code) = folder.says(&["lint", "--since", "HEAD", "m"]);
    assert!(code == 2 && errors.contains(".git/info/attributes` is not a regular file"), "{errors}");
}

/// Git reads what a configuration includes before it does anything.
#[cfg(unix)]
#[test]
fn since_includes_only_regular_files() {
    let folder = Folder::new("git-include").with("m/a.onnxtxt", GOOD).with("m/sub/b.onnxtxt", GOOD);
    if repository(&folder).is_none() {
        return;
    }
    let own = folder.text_of(".git/config");
    assert!(Command::new("mkfifo").arg(folder.0.join(".git/pipe")).status().expect("mkfifo runs").success());
    let with = |setting: &str| {
        folder.write(".git/config", format!("{own}{setting}\n"));
        let (out, errors, code) = folder.says(&["lint", "--since", "HEAD", "m/sub"]);
        assert_eq!(code == 0, errors.starts_with("note: no model"), "{setting}: {out}{errors}");
        errors
    };
    folder.write(".git/inner", "[include]\n\tpath = pipe\n");
    folder.write(".git/again", "[include]\n\tpath = none\n".repeat(100));
    for (setting, why) in [
        ("[include]\n\tpath = pipe", ".git/pipe`, which is not a regular file"),
        ("[include]\n\tpath = inner", ".git/pipe`, which is not a regular file"),
        ("[includeIf \"onbranch:**\"]\n\tpath = ../.git/pipe", ".git/pipe`, which is not a regular file"),
        ("[include]\n\tpath = ../m", "m`, which is not a regular file"),
        ("[include]\n\tpath = ~someone/x", "without the name of a user"),
        ("[include]\n\tpath = \"%(prefix)/x\"", "without the name of a user or a prefix"),
        ("[include]\n\tpath = again", "includes more than 100 files"),
    ] {
        assert!(with(setting).contains(why), "{setting}: {}", with(setting));
    }
    folder.write(".git/inner", "[core]\n\tabbrev = 8\n");
    for setting in ["[include]\n\tpath = inner", "[include]\n\tpath = none", "[include]\n\tpath = ~/.no-such-file"] {
        assert!(with(setting).starts_with("note: "), "{setting}");
    }
}

/// Git compares each setting with those before it.
#[test]
fn since_refuses_very_many_filters() {
    let folder = Folder::new("git-filters").with("m/a.onnxtxt", GOOD);
    if repository(&folder).is_none() {
        return;
    }
    let own = folder.text_of(".git/config");
    let filters = |count: usize| {
        let filters = (0..count).map(|at| format!("[filter \"f{at}\"]\n\tclean = x\n\tclean = y\n"));
        folder.write(".git/config", own.clone() + &filters.collect::<String>());
        folder.says(&["lint", "--since", "HEAD", "m"])
    };
    assert_eq!(filters(200).2, 0);
    let (_, errors, code) = filters(201);
    assert!(code == 2 && errors.contains("has 201 settings of filters; expected at most 200"), "{errors}");
}

/// A partial clone whose remote is a program, and from which the old content of a file is missing.
#[cfg(unix)]
fn partial_clone(folder: &Folder) -> Option<()> {
    use std::os::unix::fs::PermissionsExt;
    folder.write("m/a.onnxtxt", GOOD);
    repository(folder)?;
    let old = git(folder, &["rev-parse", "HEAD:m/a.onnxtxt"])?;
    // To tell whether a file was renamed, git compares the old content with the new one.
    folder.write("m/b.onnxtxt", GOOD.replace("relu]", "rely]"));
    fs::remove_file(folder.0.join("m/a.onnxtxt")).expect("a file");
    commit(folder)?;
    let (start, rest) = old.trim().split_at(2);
    fs::remove_file(folder.0.join(".git/objects").join(start).join(rest)).expect("an object");
    folder.write("fetch", format!("#!/bin/sh\n: > '{}/fetch.ran'\nexit 1\n", folder.0.display()));
    fs::set_permissions(folder.0.join("fetch"), fs::Permissions::from_mode(0o755)).expect("a program");
    let url = format!("ext::{}", folder.0.join("fetch").display());
    for (key, value) in [
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.promisor", "true"),
        ("remote.origin.url", &url),
        ("protocol.ext.allow", "always"),
        ("diff.renames", "true"),
    ] {
        git(folder, &["config", key, value])?;
    }
    Some(())
}

#[cfg(unix)]
#[test]
fn since_fetches_nothing() {
    let folder = Folder::new("git-partial");
    if partial_clone(&folder).is_none() {
        return;
    }
    let (out, errors, code) = folder.says(&["lint", "--since", "HEAD~1", "m"]);
    assert!(!folder.0.join("fetch.ran").exists(), "{code} {out}{errors}");
    // Git does fetch where it is not told otherwise.
    let _ = Command::new("git").args(["diff", "HEAD~1"]).current_dir(&folder.0).output();
    assert!(folder.0.join("fetch.ran").exists());
    // What was renamed is checked, or git says what is missing.
    assert!(
        out.contains("m/b.onnxtxt") || out.starts_with("Checked 1 file ") || errors.contains("git"),
        "{code} {out}{errors}"
    );
}
