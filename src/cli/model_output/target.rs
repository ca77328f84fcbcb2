//! The files that a model is written to.

use std::path::{Path, PathBuf};

use crate::cli::file_identity::same;
use crate::cli::output_conflicts::is_data_of;
use crate::dialect::{Dialect, Format};
use crate::graph::Model;

/// The files of a new model.
pub(crate) struct ModelTarget {
    pub(super) model: PathBuf,
    /// IR: the weights. A converted model: its data, if it is in a file of its own.
    pub(super) weights: Option<PathBuf>,
}

impl ModelTarget {
    /// The files for `-o`. IR has two, which differ in their extension; `-o` may have either extension or none.
    pub(in crate::cli) fn new(model: &Model, out: &Path) -> Result<ModelTarget, String> {
        check_name(out)?;
        check_extension(model, out)?;
        if model.dialect() == Dialect::Onnx {
            return ModelTarget { model: out.to_owned(), weights: None }.apart_from(model);
        }
        let carries = out.extension().is_some_and(|e| e.eq_ignore_ascii_case("xml") || e.eq_ignore_ascii_case("bin"));
        let stem = if carries { out.with_extension("") } else { out.to_owned() };
        let with = |extension: &str| {
            let mut name = stem.clone().into_os_string();
            name.push(extension);
            PathBuf::from(name)
        };
        ModelTarget { model: with(".xml"), weights: Some(with(".bin")) }.apart_from(model)
    }

    /// The files of a model that is converted: its name, and that of its data, relative to its directory.
    pub(crate) fn converted(model: &Model, out: &Path, data: Option<&str>) -> Result<ModelTarget, String> {
        check_name(out)?;
        if let Some(name) = data {
            check_links(folder(out), name)?;
        }
        let weights = data.map(|name| folder(out).join(name));
        let models = [Some(out), model.source().path()];
        let is_model = |path: &Path| models.iter().flatten().any(|model| same(path, model));
        let over = weights.as_deref().filter(|weights| is_data_of(model, weights) || is_model(weights));
        if let Some(path) = over {
            return Err(format!(
                "`{}` contains data of the input model, or is a model; select another file with --external-file",
                path.display()
            ));
        }
        ModelTarget { model: out.to_owned(), weights }.apart_from(model)
    }

    /// Checks that the target does not overwrite data of a model that remains.
    fn apart_from(self, model: &Model) -> Result<ModelTarget, String> {
        let in_place = model.source().path().is_some_and(|path| same(path, &self.model));
        let weights = self.weights.as_deref().filter(|_| !in_place);
        let over = [Some(&*self.model), weights].into_iter().flatten().find(|path| is_data_of(model, path));
        if let Some(path) = over {
            return Err(format!("`{}` contains data of the input model; write to another file", path.display()));
        }
        Ok(self)
    }

    /// Checks that the directory exists, before data is copied below it.
    pub(super) fn check_folder(&self) -> Result<(), String> {
        let folder = self.folder();
        match folder.is_dir() {
            true => Ok(()),
            false => Err(format!(
                "cannot write `{}`: the directory `{}` does not exist",
                self.model.display(),
                folder.display()
            )),
        }
    }

    /// The directory of the new model.
    pub(super) fn folder(&self) -> &Path {
        folder(&self.model)
    }
}

/// Checks that no part of the location of data, in the directory of a new model, is a symbolic link. Programs that read the
/// model follow none, and the name may come from a model, or from whoever made the directory.
pub(super) fn check_links(folder: &Path, location: &str) -> Result<(), String> {
    let mut path = folder.to_owned();
    for part in Path::new(location).components() {
        path.push(part);
        if path.is_symlink() {
            return Err(format!(
                "`{}` is a symbolic link, and data of a model is not written through links; remove it, or write to \
                 another directory",
                path.display()
            ));
        }
    }
    Ok(())
}

fn check_name(out: &Path) -> Result<(), String> {
    let name = out.display();
    let is_folder = out.file_name().is_none() || out.is_dir() || name.to_string().ends_with(['/', '\\']);
    match is_folder || out == Path::new("-") {
        true => Err(format!("a model cannot be written to `{name}`; expected a file name")),
        false => Ok(()),
    }
}

/// Extensions of what other programs or commands read: reports, drawings, archives, and other formats of models.
const OTHER_FILES: [&str; 20] = [
    "png", "svg", "jpg", "jpeg", "pdf", "dot", "mmd", "json", "jsonl", "csv", "html", "md", "sarif", "zip", "npz",
    "npy", "pt", "pth", "tflite", "h5",
];

/// Checks that the extension is not one of another format, as which the file would be read.
fn check_extension(model: &Model, out: &Path) -> Result<(), String> {
    let is = |known: &str| out.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(known));
    let onnx = model.dialect() == Dialect::Onnx;
    // The name of the weights of an existing IR.
    let weights = || is("bin") && out.with_extension("xml").is_file();
    if let Some(other) = OTHER_FILES.into_iter().find(|other| is(other)) {
        let kind = if onnx { "`.onnx` or `.onnxtxt`" } else { "`.xml`" };
        return Err(format!("`{}` cannot be a model: `.{other}` is something else; expected {kind}", out.display()));
    }
    // Other programs read a file of ONNX by its extension.
    let (own, extension) = match model.format() {
        Format::OnnxText => ("ONNX text", "onnxtxt"),
        _ if onnx => ("binary ONNX", "onnx"),
        _ => ("OpenVINO IR", "xml"),
    };
    let other = match own {
        "ONNX text" if is("onnx") => "binary ONNX",
        "binary ONNX" if is("onnxtxt") => "ONNX text",
        "OpenVINO IR" if is("onnx") || is("onnxtxt") => "ONNX",
        _ if onnx && (is("xml") || weights()) => "OpenVINO IR",
        _ => return Ok(()),
    };
    let (name, right, source) = (out.display(), out.with_extension(extension), model.source().name());
    let right = right.display();
    Err(format!(
        "`{source}` is {own} and is written as such, but `{name}` has an extension of {other}; write to `{right}`"
    ))
}

/// The directory of a file.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
