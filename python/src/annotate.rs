//! `infer_shapes`.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use shapewright::annotate::{AnnotateError, AnnotateOptions, annotate};
use shapewright::cli::save::{ExternalData, encode, save};
use shapewright::graph::Model;
use shapewright::specialize::{SpecializeError, SpecializeOptions, specialize};
use shapewright::write::{PatchedFile, WriteOutput};
use shapewright::{Analysis, Dim, NamedType};

use crate::check::Checked;
use crate::errors;
use crate::handle::ModelHandle;
use crate::options;
use crate::run::run;

/// Why a model is not edited: the message and the findings.
type Failure = (String, Option<Box<Checked>>);

fn failure(model: &Model, message: String, analysis: Option<Analysis>) -> Failure {
    (message, analysis.map(|analysis| Box::new(Checked::of(model, &analysis))))
}

/// A model that was edited: the bytes of its file, and the weights of OpenVINO IR; or the path that it was written to.
type Output<'py> = Bound<'py, PyAny>;

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

    fn write(&self, read: &Model, edited: &Model) -> Result<Written, Failure> {
        match &self.path {
            Some(path) => save(read, edited, path, self.external).map(Written::File).map_err(|error| (error, None)),
            None => encode(read, edited, self.external).map(Written::Memory).map_err(|error| (error.to_string(), None)),
        }
    }
}

enum Written {
    File(PathBuf),
    Memory(WriteOutput),
}

impl Written {
    fn into_python(self, py: Python<'_>) -> PyResult<Output<'_>> {
        Ok(match self {
            Written::File(path) => path.into_os_string().into_pyobject(py)?.into_any(),
            Written::Memory(output) => {
                let weights = output.weights.as_ref().map(|weights| bytes(py, weights)).transpose()?;
                (bytes(py, &output.model)?, weights).into_pyobject(py)?.into_any()
            }
        })
    }
}

/// Writes the inferred types into a model.
#[pyfunction]
#[pyo3(signature = (model, *, bind, input_shapes, overwrite, strict, output, external))]
#[allow(clippy::too_many_arguments)] // The keywords of the Python function.
pub fn infer_shapes<'py>(
    py: Python<'py>,
    model: &Bound<'py, ModelHandle>,
    bind: Option<&Bound<'py, PyDict>>,
    input_shapes: Option<&Bound<'py, PyDict>>,
    overwrite: bool,
    strict: bool,
    output: Option<PathBuf>,
    external: &str,
) -> PyResult<Output<'py>> {
    let read = Arc::clone(&model.get().model);
    let (bind, inputs) = (options::bindings(bind)?, options::types(input_shapes)?);
    let destination = Destination::new(output, external)?;
    let written = run(py, move || {
        let mut model = Model::clone(&read);
        if !bind.is_empty() || !inputs.is_empty() {
            set_inputs(&mut model, bind, inputs)?;
        }
        let options = AnnotateOptions::new().overwrite(overwrite).force(!strict);
        let annotated = annotate(&mut model, &options);
        annotated.map_err(|error: AnnotateError| failure(&read, message(&error), Some(error.into_analysis())))?;
        destination.write(&read, &model)
    })?;
    written.map_err(|(message, report)| errors::model(py, message, report))?.into_python(py)
}

fn message(error: &AnnotateError) -> String {
    let hint = match error {
        AnnotateError::Contradicted { .. } => "; overwrite=True replaces them",
        _ => "",
    };
    format!("{error}{hint}")
}

fn set_inputs(model: &mut Model, bind: Vec<(String, Dim)>, inputs: Vec<NamedType>) -> Result<(), Failure> {
    let mut options = SpecializeOptions::new();
    (options.bind, options.inputs) = (bind, inputs);
    let done = specialize(model, &options);
    done.map(|_| ()).map_err(|error: SpecializeError| {
        let message = error.to_string();
        failure(model, message, error.into_analysis())
    })
}

/// The bytes of a file, written directly into the object.
fn bytes<'py>(py: Python<'py>, file: &PatchedFile) -> PyResult<Bound<'py, PyBytes>> {
    let len = usize::try_from(file.len())?;
    PyBytes::new_with(py, len, |mut buffer: &mut [u8]| Ok(file.write_to(&mut buffer)?))
}
