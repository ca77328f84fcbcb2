//! Tensors as Python passes them: the element type, the sizes, and the bytes or codes of the elements.

use std::sync::Arc;

use bytes::Bytes;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use shapewright::{ElementType, Tensor};

use crate::errors;

/// The elements: one byte for each, little-endian bytes, or strings.
#[derive(FromPyObject)]
pub enum Data {
    Bytes(PyBackedBytes),
    Strings(Vec<Vec<u8>>),
}

/// A tensor from Python. An element of less than a byte is one byte.
pub fn from_python((element, sizes, data): (String, Vec<usize>, Data)) -> PyResult<Tensor> {
    let element: ElementType = element.parse().map_err(errors::option)?;
    let tensor = match data {
        Data::Strings(strings) => {
            Tensor::of_strings(sizes, strings.into_iter().map(Arc::from).collect::<Vec<Arc<[u8]>>>())
        }
        Data::Bytes(codes) if element.bits() < 8 => Tensor::from_codes(element, sizes, codes.to_vec()),
        Data::Bytes(bytes) => Tensor::from_packed(element, sizes, Bytes::from_owner(bytes)),
    };
    tensor.map_err(errors::option)
}

/// The same, the other way round.
pub fn to_python<'py>(py: Python<'py>, tensor: &Tensor) -> PyResult<Bound<'py, PyAny>> {
    let (element, sizes) = (tensor.element().name(), tensor.sizes());
    let no_bytes = || errors::option(format!("elements of type {element} have no bytes"));
    let data = match tensor.strings() {
        Some(strings) => {
            let strings = strings.iter().map(|text| PyBytes::new(py, text)).collect::<Vec<_>>();
            strings.into_pyobject(py)?.into_any()
        }
        None if tensor.element().bits() < 8 => PyBytes::new(py, &tensor.codes().ok_or_else(no_bytes)?).into_any(),
        None => PyBytes::new(py, &tensor.packed().ok_or_else(no_bytes)?).into_any(),
    };
    Ok((element, sizes, data).into_pyobject(py)?.into_any())
}
