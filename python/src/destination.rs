//! Where an edited model goes.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use shapewright::Analysis;
use shapewright::cli::save::{ExternalData, encode, save, save_rewritten};
use shapewright::convert::OnnxForm;
use shapewright::graph::{Format, Model};
use shapewright::write::{PatchedFile, Rewrite, WriteOutput, write_rewritten};

use crate::check::Checked;
use crate::errors;

/// Why a model is not edited: the message and the findings.
pub type Failure = (String, Option<Box<Checked>>);

/// A failure with the findings of an analysis.
pub fn failure(model: &Model, message: String, analysis: Option<Analysis>) -> Failure {
    (message, analysis.map(|analysis| Box::new(Checked::of(model, &analysis))))
}

/// A model that was edited: the bytes of its file, and the weights of OpenVINO IR; or the path that it was written to.
pub type Output<'py> = Bound<'py, PyAny>;

/// Where an edited model goes: to a file, with a policy for external data, or into memory.
pub struct Destination {
    path: Option<PathBuf>,
    external: ExternalData,
}

impl Destination {
    /// `external` is `keep`, `copy`, or `inline`.
    pub fn new(path: Option<PathBuf>, external: &str) -> PyResult<Destination> {
        let external = match external {
            "keep" => ExternalData::Keep,
            "copy" => ExternalData::Copy,
            "inline" => ExternalData::Inline,
            other => {
                let expected = "expected keep, copy, or inline";
                return Err(errors::option(format!("unknown policy `{other}` for external data; {expected}")));
            }
        };
        Ok(Destination { path, external })
    }

    /// Whether it is a file.
    pub fn is_file(&self) -> bool {
        self.path.is_some()
    }

    /// The form of ONNX that the extension of the file names, if it is not that of the model.
    pub fn other_form(&self, model: &Model) -> Option<OnnxForm> {
        let extension = self.path.as_ref()?.extension()?;
        match model.format() {
            Format::OnnxText if extension.eq_ignore_ascii_case("onnx") => Some(OnnxForm::Binary),
            Format::Onnx if extension.eq_ignore_ascii_case("onnxtxt") => Some(OnnxForm::Text),
            _ => None,
        }
    }

    /// Writes a model that was edited.
    pub fn write(&self, read: &Model, edited: &Model) -> Result<Written, Failure> {
        match &self.path {
            Some(path) => save(read, edited, path, self.external).map(Written::File).map_err(|error| (error, None)),
            None => encode(read, edited, self.external).map(Written::Memory).map_err(|error| (error.to_string(), None)),
        }
    }

    /// Writes a model with a rewrite.
    pub fn write_rewritten(&self, read: &Model, rewrite: &Rewrite) -> Result<Written, Failure> {
        match &self.path {
            Some(path) => {
                let saved = save_rewritten(read, rewrite, path, self.external);
                saved.map(Written::File).map_err(|error| (error, None))
            }
            None => {
                let written = write_rewritten(read, rewrite, &self.external.policy());
                written.map(Written::Memory).map_err(|error| (error.to_string(), None))
            }
        }
    }
}

/// A model that was written.
pub enum Written {
    File(PathBuf),
    Memory(WriteOutput),
}

impl Written {
    /// A path, or bytes.
    pub fn into_python(self, py: Python<'_>) -> PyResult<Output<'_>> {
        Ok(match self {
            Written::File(path) => path.into_os_string().into_pyobject(py)?.into_any(),
            Written::Memory(output) => {
                let weights = output.weights.as_ref().map(|weights| bytes(py, weights)).transpose()?;
                (bytes(py, &output.model)?, weights).into_pyobject(py)?.into_any()
            }
        })
    }
}

/// The bytes of a file, written directly into the object.
pub fn bytes<'py>(py: Python<'py>, file: &PatchedFile) -> PyResult<Bound<'py, PyBytes>> {
    let len = usize::try_from(file.len())?;
    // Nobody else has the object yet, so the interpreter need not wait for the copy.
    PyBytes::new_with(py, len, |mut buffer: &mut [u8]| Ok(py.detach(|| file.write_to(&mut buffer))?))
}
