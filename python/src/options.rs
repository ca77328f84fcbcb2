//! Options as Python objects.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString};
use shapewright::{AnalysisOptions, Dim, Level, NamedType, OptionNames, Shape, TensorType, ValueType};

use crate::dim;
use crate::errors;

/// The keywords, as messages spell them.
pub const NAMES: OptionNames = OptionNames { bind: "`bind`", inputs: "`input_shapes`" };

/// A size: `8`, `"1..8"`, `"N"`, a `Dim`, or `None` for any.
pub fn size(value: &Bound<'_, PyAny>) -> PyResult<Dim> {
    if value.is_none() {
        return Ok(Dim::unknown());
    }
    if let Ok(dim) = value.cast::<dim::Dim>() {
        return Ok(dim.get().0.clone());
    }
    if value.is_instance_of::<PyInt>() || value.hasattr("__index__")? {
        let size: u64 = value.call_method0("__index__")?.extract().map_err(|_| negative(value))?;
        return i64::try_from(size).map(|_| Dim::exact(size)).map_err(|_| negative(value));
    }
    match value.extract::<String>() {
        Ok(text) => dim::parse(&text).map_err(errors::option),
        Err(_) => Err(PyTypeError::new_err(format!(
            "a dimension is {}; expected an integer, a string such as 'N' or '1..8', a Dim, or None",
            value.get_type()
        ))),
    }
}

fn negative(value: &Bound<'_, PyAny>) -> PyErr {
    PyValueError::new_err(format!("{value} is not a size; expected an integer from 0 to 9223372036854775807"))
}

/// The sizes of symbols, `{"N": 8}` or `{Dim("N"): 8}`.
pub fn bindings(dict: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, Dim)>> {
    let Some(dict) = dict else { return Ok(Vec::new()) };
    dict.iter().map(|(name, value)| Ok((symbol(&name)?, size(&value)?))).collect()
}

/// The name of a symbol.
fn symbol(key: &Bound<'_, PyAny>) -> PyResult<String> {
    let Ok(dim) = key.cast::<dim::Dim>() else {
        let expected =
            || format!("a symbol is {}; expected a string such as 'N', or a Dim that is one", key.get_type());
        return key.extract().map_err(|_| PyTypeError::new_err(expected()));
    };
    let dim = &dim.get().0;
    let name = dim.name().map(|symbol| symbol.name().to_owned());
    name.ok_or_else(|| errors::option(format!("`{dim}` is not one symbol, whose size can be set")))
}

/// Refuses a text that is no type.
#[pyfunction]
pub fn require_type(text: &str) -> PyResult<()> {
    text.parse::<ValueType>().map(drop).map_err(errors::option)
}

/// Types by name, `{"x": "f32[1,3]"}` or `{"x": (1, 3)}`.
pub fn types(dict: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<NamedType>> {
    named_types(dict, expressions, size)
}

/// The same as a file declares them: an expression is a name like any other.
pub fn declared_types(dict: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<NamedType>> {
    named_types(dict, |shape| Ok(shape.clone()), declared_size)
}

fn named_types(
    dict: Option<&Bound<'_, PyDict>>,
    shape: fn(&Shape) -> PyResult<Shape>,
    size: fn(&Bound<'_, PyAny>) -> PyResult<Dim>,
) -> PyResult<Vec<NamedType>> {
    let Some(dict) = dict else { return Ok(Vec::new()) };
    let named = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let name = name.extract()?;
        if let Ok(text) = value.cast::<PyString>() {
            let parsed: TensorType = text.to_str()?.parse().map_err(errors::option)?;
            return Ok(NamedType { name, element: parsed.element, shape: shape(&parsed.shape)? });
        }
        let dims = value.try_iter()?.map(|dim| size(&dim?)).collect::<PyResult<Vec<Dim>>>()?;
        Ok(NamedType { name, element: None, shape: Shape::from_dims(dims) })
    };
    dict.iter().map(named).collect()
}

fn declared_size(value: &Bound<'_, PyAny>) -> PyResult<Dim> {
    if let Ok(text) = value.cast::<PyString>() {
        return text.to_str()?.parse().map_err(errors::option);
    }
    let dim = size(value)?;
    let is_name = dim.expr().is_none_or(|expr| expr.as_symbol().is_some());
    Ok(if is_name { dim } else { Dim::from(dim.to_string().as_str()) })
}

/// A shape whose dimensions that are written as expressions are these, and no symbols with such names.
fn expressions(shape: &Shape) -> PyResult<Shape> {
    let Some(dims) = shape.dims() else { return Ok(shape.clone()) };
    let dims = dims.iter().map(|size| match size.name() {
        Some(symbol) => dim::parse(symbol.name()).map_err(errors::option),
        None => Ok(size.clone()),
    });
    Ok(Shape::from_dims(dims.collect::<PyResult<Vec<_>>>()?))
}

/// The options of an analysis with the facts that a caller adds.
pub fn analysis(
    bind: Option<&Bound<'_, PyDict>>,
    input_shapes: Option<&Bound<'_, PyDict>>,
) -> PyResult<AnalysisOptions> {
    let (bind, inputs) = (bindings(bind)?, types(input_shapes)?);
    Ok(AnalysisOptions { bind, inputs, option_names: NAMES, ..AnalysisOptions::default() })
}

/// A level by name.
pub fn level(text: &str) -> PyResult<Level> {
    let known = [Level::Error, Level::Warning, Level::Note].into_iter().find(|level| level.name() == text);
    known.ok_or_else(|| errors::option(format!("unknown level `{text}`; expected error, warning, or note")))
}
