//! Where a folded model goes.

use std::path::{Path, PathBuf};

use crate::graph::{Dialect, Model};

/// The files of a new model.
pub(super) struct Target {
    pub(super) model: PathBuf,
    /// IR: the weights.
    pub(super) weights: Option<PathBuf>,
}

impl Target {
    /// What `-o` names. IR has two files, which differ in their extension; `-o` may carry either or none.
    pub(super) fn of(model: &Model, out: &Path) -> Target {
        if model.dialect() == Dialect::Onnx {
            return Target { model: out.to_owned(), weights: None };
        }
        let carries = out.extension().is_some_and(|e| e.eq_ignore_ascii_case("xml") || e.eq_ignore_ascii_case("bin"));
        let stem = if carries { out.with_extension("") } else { out.to_owned() };
        let with = |extension: &str| {
            let mut name = stem.clone().into_os_string();
            name.push(extension);
            PathBuf::from(name)
        };
        Target { model: with(".xml"), weights: Some(with(".bin")) }
    }

    /// The folder that the model goes to.
    pub(super) fn folder(&self) -> &Path {
        folder(&self.model)
    }
}

/// The folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
