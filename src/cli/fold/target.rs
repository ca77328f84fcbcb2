//! Where a folded model goes.

use std::path::{Path, PathBuf};

use crate::cli::file_identity::same;
use crate::cli::output_conflicts::is_data_of;
use crate::dialect::{Dialect, Format};
use crate::graph::Model;

/// The files of a new model.
pub(super) struct Target {
    pub(super) model: PathBuf,
    /// IR: the weights.
    pub(super) weights: Option<PathBuf>,
}

impl Target {
    /// What `-o` names. IR has two files, which differ in their extension; `-o` may carry either or none.
    pub(super) fn of(model: &Model, out: &Path) -> Result<Target, String> {
        let name = out.display();
        let folder = out.file_name().is_none() || out.is_dir() || name.to_string().ends_with(['/', '\\']);
        if folder || out == Path::new("-") {
            return Err(format!("`{name}` is no file that a model can be written to: name one with -o"));
        }
        fits(model, out)?;
        if model.dialect() == Dialect::Onnx {
            return Target { model: out.to_owned(), weights: None }.apart_from(model);
        }
        let carries = out.extension().is_some_and(|e| e.eq_ignore_ascii_case("xml") || e.eq_ignore_ascii_case("bin"));
        let stem = if carries { out.with_extension("") } else { out.to_owned() };
        let with = |extension: &str| {
            let mut name = stem.clone().into_os_string();
            name.push(extension);
            PathBuf::from(name)
        };
        Target { model: with(".xml"), weights: Some(with(".bin")) }.apart_from(model)
    }

    /// The target, unless it would write over data that a model which stays refers to.
    fn apart_from(self, model: &Model) -> Result<Target, String> {
        let in_place = model.source().path().is_some_and(|path| same(path, &self.model));
        let weights = self.weights.as_deref().filter(|_| !in_place);
        let over = [Some(&*self.model), weights].into_iter().flatten().find(|path| is_data_of(model, path));
        if let Some(path) = over {
            return Err(format!("`{}` is for data of the model that is read; write to another name", path.display()));
        }
        Ok(self)
    }

    /// The folder that the model goes to.
    pub(super) fn folder(&self) -> &Path {
        folder(&self.model)
    }
}

/// Whether the name is not one of the other format, which would be read as what it is not.
fn fits(model: &Model, out: &Path) -> Result<(), String> {
    let is = |known: &str| out.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(known));
    let onnx = model.dialect() == Dialect::Onnx;
    // A file that is called as the weights beside an IR is those.
    let weights = || is("bin") && out.with_extension("xml").is_file();
    let wrong = if onnx { is("xml") || weights() } else { is("onnx") || is("onnxtxt") };
    if !wrong {
        return Ok(());
    }
    let (own, other, extension) = match model.format() {
        Format::OnnxText => ("ONNX text", "OpenVINO IR", "onnxtxt"),
        _ if onnx => ("ONNX", "OpenVINO IR", "onnx"),
        _ => ("OpenVINO IR", "ONNX", "xml"),
    };
    let (name, right, source) = (out.display(), out.with_extension(extension), model.source().name());
    let right = right.display();
    Err(format!("`{source}` is {own} and is written as such, but `{name}` is a name for {other}: write to `{right}`"))
}

/// The folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
