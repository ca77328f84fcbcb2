//! The exceptions, which are classes of the Python part.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use shapewright::OpenError;

use crate::check::Checked;

fn raise(py: Python<'_>, class: &str, message: &str) -> PyErr {
    let make = || py.import("shapewright._errors")?.getattr(class)?.call1((message,));
    make().map_or_else(|error| error, PyErr::from_value)
}

/// The library panicked, which is a bug in it.
pub fn internal(py: Python<'_>) -> PyErr {
    raise(py, "ShapewrightError", "internal error in shapewright; the panic message on standard error says where")
}

/// A file cannot be read: the error of the operating system with its number.
pub fn open(py: Python<'_>, error: &OpenError) -> PyErr {
    let (path, number) = (&error.path, error.source.raw_os_error());
    let make = || {
        let class = py.import("shapewright._errors")?.getattr("FileError")?;
        match number {
            Some(number) => class.call1((number, py.import("os")?.call_method1("strerror", (number,))?, path)),
            None => class.call1((error.to_string(),)),
        }
    };
    make().map_or_else(|error| error, PyErr::from_value)
}

/// An option has no meaning.
pub fn option(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An option does not fit the model, which is also an error of the option.
pub fn misfit(py: Python<'_>, message: &str) -> PyErr {
    raise(py, "Misfit", message)
}

/// A model cannot be edited; the report says why.
pub fn model(py: Python<'_>, message: String, report: Option<Box<Checked>>) -> PyErr {
    let make = || {
        py.import("shapewright._errors")?
            .getattr("ModelError")?
            .call_method1("_with", (message, report.map(|report| *report)))
    };
    make().map_or_else(|error| error, PyErr::from_value)
}
