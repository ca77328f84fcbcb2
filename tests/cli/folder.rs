//! A temporary directory of files, and the program run in it.

use std::fs;
use std::io::Write;
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Says what is not tried, because a program is missing. With `CI` set on Linux that is a failure: nobody sees there what was
/// skipped.
pub fn skip(what: &str, program: &str) {
    let may_skip = cfg!(not(target_os = "linux")) || std::env::var_os("CI").is_none();
    assert!(may_skip, "`CI` is set, and `{program}` does not run: {what} cannot be tried");
    eprintln!("skipped: {what}, because `{program}` does not run");
}

/// A directory of its own for one test.
pub struct Folder(pub PathBuf);

impl Folder {
    /// An empty one. Two files of tests may use one name.
    #[track_caller]
    pub fn new(name: &str) -> Folder {
        let test = Path::new(Location::caller().file()).file_stem().expect("a name").display();
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// With this file.
    pub fn with(self, path: &str, content: impl AsRef<[u8]>) -> Folder {
        self.write(path, content);
        self
    }

    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, content).expect("a file");
    }

    pub fn text_of(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).expect("a file")
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        self.started_by(Command::new(env!("CARGO_BIN_EXE_shapewright")), arguments)
    }

    /// The program, which ignores none of the signals that whoever runs the tests may ignore. Elsewhere than on Linux, nothing but
    /// code of the process itself undoes this.
    #[cfg(unix)]
    pub fn interruptible_command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("env");
        if cfg!(target_os = "linux") {
            command.arg("--default-signal=INT,TERM,HUP,QUIT");
        }
        command.arg(env!("CARGO_BIN_EXE_shapewright"));
        self.started_by(command, arguments)
    }

    /// A command that starts the program, with these arguments.
    pub fn started_by(&self, mut command: Command, arguments: &[&str]) -> Command {
        command.args(arguments).current_dir(&self.0).env_remove("NO_COLOR").stdin(Stdio::null());
        // Reports that state when they were made are the same each time.
        command.env("SOURCE_DATE_EPOCH", "1700000000");
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program runs")
    }

    /// With this on standard input.
    pub fn run_with(&self, arguments: &[&str], input: &str) -> Output {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        // A program that refuses its arguments reads nothing, and may have ended.
        let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
        child.wait_with_output().expect("the program ends")
    }

    pub fn code(&self, arguments: &[&str]) -> Option<i32> {
        self.run(arguments).status.code()
    }

    /// What `lint -f json` reports, notes included.
    pub fn lint(&self, arguments: &[&str]) -> Value {
        self.lint_shown(&[&["--min-level", "note"][..], arguments].concat())
    }

    /// What `lint -f json` shows.
    pub fn lint_shown(&self, arguments: &[&str]) -> Value {
        let output = self.run(&[&["lint", "-f", "json"][..], arguments].concat());
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {errors}"))
    }

    /// Code and node of every finding, `OP102 rmin`.
    pub fn findings(&self, arguments: &[&str]) -> Vec<String> {
        let report = self.lint(arguments);
        let line = |finding: &Value| {
            let node = finding["location"]["node"].as_str().unwrap_or("-");
            format!("{} {node}", finding["code"].as_str().unwrap_or("?"))
        };
        report["diagnostics"].as_array().expect("a list").iter().map(line).collect()
    }

    /// Standard output, standard error, and the exit code.
    pub fn says(&self, arguments: &[&str]) -> (String, String, i32) {
        let output = self.run(arguments);
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (text(output.stdout), text(output.stderr), output.status.code().unwrap_or(-1))
    }

    /// Exit code and standard error.
    pub fn fails(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = self.run(arguments);
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    }
}
