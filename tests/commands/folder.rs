//! A folder for one test, and the program run in it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A directory of its own for one test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("commands-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    pub(crate) fn with(self, path: &str, content: impl AsRef<[u8]>) -> Folder {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, content).expect("a file");
        self
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).expect(path)
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shapewright"));
        command.args(arguments).current_dir(&self.0).env_remove("NO_COLOR").stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the command runs")
    }

    /// What is printed, what is said, and the exit code.
    pub(crate) fn says(&self, arguments: &[&str]) -> (String, String, i32) {
        let output = self.run(arguments);
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (text(output.stdout), text(output.stderr), output.status.code().unwrap_or(-1))
    }
}
