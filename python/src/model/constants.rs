//! Constants as arrays.

use bytes::Bytes;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use shapewright::ElementType;
use shapewright::graph::{Model, TensorId};

use super::problem::Problem;

/// The elements of a constant, which keep what they are in: the mapped file, or the bytes of the model.
#[pyclass(frozen, module = "shapewright._shapewright")]
pub struct Elements(Bytes);

#[pymethods]
impl Elements {
    /// The bytes as NumPy takes them without a copy, read-only.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("typestr", "|u1")?;
        interface.set_item("shape", (self.0.len(),))?;
        interface.set_item("data", (self.0.as_ptr() as usize, true))?;
        Ok(interface)
    }
}

/// A constant: its element type, its sizes, and its elements.
pub struct Parts(&'static str, Vec<u64>, Data);

enum Data {
    Shared(Bytes),
    /// One byte for each element of less than a byte.
    Codes(Vec<u8>),
    Strings(Vec<Vec<u8>>),
}

/// A constant of a model. Elements of whole bytes are not copied where the file has them packed.
pub fn parts(model: &Model, tensor: TensorId) -> Result<Parts, Problem> {
    let stored = model.tensor(tensor);
    let unknown = || Problem::Missing("the element type or the shape of the constant is unknown".to_owned());
    let (element, sizes) = (stored.element.ok_or_else(unknown)?, stored.sizes.as_ref().ok_or_else(unknown)?);
    let data = if element == ElementType::String || element.bits() < 8 {
        let loaded = model.load(tensor).map_err(Problem::Elements)?;
        match loaded.strings() {
            Some(strings) => Data::Strings(strings.iter().map(|text| text.to_vec()).collect()),
            None => Data::Codes(loaded.codes().ok_or_else(unknown)?.to_vec()),
        }
    } else {
        Data::Shared(model.packed_bytes(tensor).map_err(Problem::Elements)?)
    };
    Ok(Parts(element.name(), sizes.to_vec(), data))
}

impl<'py> IntoPyObject<'py> for Parts {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Parts(element, sizes, data) = self;
        let data = match data {
            Data::Shared(bytes) => Bound::new(py, Elements(bytes))?.into_any(),
            Data::Codes(codes) => PyBytes::new(py, &codes).into_any(),
            Data::Strings(strings) => {
                let strings: Vec<_> = strings.iter().map(|text| PyBytes::new(py, text)).collect();
                strings.into_pyobject(py)?.into_any()
            }
        };
        Ok((element, sizes, data).into_pyobject(py)?.into_any())
    }
}
