//! The generator of `testdata`: every file with its expected findings.

pub mod foreign;
pub mod ir_build;
pub mod ir_files;
pub mod onnx_bad;
pub mod onnx_build;
pub mod onnx_good;

/// One file of `testdata`.
#[derive(Clone)]
pub struct File {
    /// The path below `testdata`.
    pub path: String,
    pub bytes: Vec<u8>,
    /// Level, code and node of every finding; `-` where it is about no node.
    pub findings: Vec<String>,
}

impl File {
    pub fn new(path: &str, bytes: impl Into<Vec<u8>>, findings: &str) -> File {
        let findings = findings.lines().map(str::to_owned).collect();
        File { path: path.to_owned(), bytes: bytes.into(), findings }
    }

    /// Whether a reader is to read it on its own.
    pub fn is_model(&self) -> bool {
        !self.path.ends_with(".bin") && !self.path.ends_with(".data")
    }
}

/// Every file.
pub fn files() -> Vec<File> {
    [onnx_good::files(), onnx_bad::files(), ir_files::files(), foreign::files()].concat()
}
