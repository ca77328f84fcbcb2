//! Models that were read.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use shapewright::graph::{Model, Status};
use shapewright::{ReadOptions, Source};

use crate::errors;
use crate::run::run;

/// A model that was read. The bytes that it was read from are shared with Python or mapped.
#[pyclass(frozen, module = "shapewright._shapewright")]
pub struct ModelHandle {
    pub model: Arc<Model>,
}

#[pymethods]
impl ModelHandle {
    /// Whether the model could be read.
    #[getter]
    fn is_readable(&self) -> bool {
        self.model.status() == Status::Ok
    }

    /// Whether all of the model was read, so that it can be written.
    #[getter]
    fn is_complete(&self) -> bool {
        self.model.is_complete()
    }

    /// Whether the bytes are those of a file, which change with it.
    #[getter]
    fn is_mapped(&self) -> bool {
        self.model.source().is_mapped()
    }

    /// The path of the file, or where it would be.
    #[getter]
    fn place(&self) -> Option<&OsStr> {
        self.model.source().path().map(AsRef::as_ref)
    }

    /// The name of the format.
    #[getter]
    fn format(&self) -> &'static str {
        self.model.format().name()
    }

    /// The name in reports.
    #[getter]
    fn name(&self) -> &str {
        self.model.source().name()
    }
}

/// Reads a file, mapped into memory.
#[pyfunction]
pub fn open_model(py: Python<'_>, path: PathBuf) -> PyResult<ModelHandle> {
    let open = || {
        // Data in other files is found although the working directory changes.
        let place = std::path::absolute(&path).unwrap_or_else(|_| path.clone());
        Source::open(&path).map(|source| source.placed(place))
    };
    let source = py.detach(open).map_err(|error| errors::open(py, &error))?;
    let model = run(py, source.bytes().len(), move || Model::read(source, &ReadOptions::default()))?;
    Ok(ModelHandle { model: Arc::new(model) })
}

/// Reads bytes, which are not copied. `weights` are those of a .bin file; `place` is where the file would be.
#[pyfunction]
#[pyo3(signature = (name, data, weights=None, *, place=None))]
pub fn read_model(
    py: Python<'_>,
    name: String,
    data: PyBackedBytes,
    weights: Option<PyBackedBytes>,
    place: Option<PathBuf>,
) -> PyResult<ModelHandle> {
    let size = data.len();
    let read = move || {
        let source = Source::from_bytes(name, Bytes::from_owner(data));
        let source = place.into_iter().fold(source, Source::placed);
        let options = ReadOptions::default();
        match weights {
            Some(weights) => Model::read_with_weights(source, Bytes::from_owner(weights), &options),
            None => Model::read(source, &options),
        }
    };
    Ok(ModelHandle { model: Arc::new(run(py, size, read)?) })
}

/// Reads a file of this size of which only ranges were read, each with the offset of its first byte.
#[pyfunction]
pub fn read_ranges(
    py: Python<'_>,
    name: String,
    size: u64,
    ranges: Vec<(u64, PyBackedBytes)>,
) -> PyResult<ModelHandle> {
    let length = ranges.iter().map(|(_, bytes)| bytes.len()).sum();
    let ranges = ranges.into_iter().map(|(start, bytes)| (start, Bytes::from_owner(bytes)));
    let read =
        move || Source::from_ranges(name, size, ranges).map(|source| Model::read(source, &ReadOptions::default()));
    Ok(ModelHandle { model: Arc::new(run(py, length, read)??) })
}
