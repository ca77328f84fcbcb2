//! `Dim`.

mod pickle;
mod sympy;

use pyo3::exceptions::{PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyDict, PyInt, PyString, PyTuple};
use shapewright::expr::{Expr, ParseExprError, Symbol};

use crate::errors;
use crate::options;

/// A dimension from its text: an expression if it has operators, else as [`shapewright::Dim`] reads it. The message says why
/// it is none.
pub fn parse(text: &str) -> Result<shapewright::Dim, String> {
    if text.trim().is_empty() {
        return Err("a dimension is an empty string; expected a name such as `N`, an interval such as `1..8`, or None"
            .to_owned());
    }
    let has_operators = text.contains(['+', '-', '*', '/', '%', '(', ')', ',']) && !text.contains("..");
    if !has_operators || text.trim().strip_prefix('-').is_some_and(|digits| digits.parse::<u64>().is_ok()) {
        return text.parse().map_err(|error: shapewright::ParseTypeError| error.to_string());
    }
    let expr: Expr = text.parse().map_err(|error: ParseExprError| error.to_string())?;
    match expr.as_constant() {
        Some(size) if size < 0 => Err(format!("`{text}` is {size}, which is not a size")),
        _ => Ok(shapewright::Dim::unknown().refine_with(Some(expr))),
    }
}

/// A dimension that is not one known size: a symbol, an expression over symbols, or an interval.
///
/// A string names a symbol, ``Dim("N")``, states an interval, ``Dim("1..8")``, or is an expression, ``Dim("2*N+1")``, as
/// reports show it: with ``+``, ``-``, ``*``, ``floor(a/b)`` or ``//``, ``mod(a,b)`` or ``%``, ``min``, and ``max``. A text
/// with operators that is no expression raises `ValueError`. A result of arithmetic that is one size is an ``int``. A ``Dim``
/// equals its text, and every ``Dim`` with the same text; one that is a size equals the ``int``.
///
/// >>> from shapewright import Dim
/// >>> n = Dim("N")
/// >>> 2 * n + 1
/// Dim('2*N+1')
/// >>> Dim("N*2 + 1") == 2 * n + 1
/// True
/// >>> n - n
/// 0
/// >>> (n + 1, 4) == ("N+1", 4)
/// True
#[pyclass(frozen, module = "shapewright", name = "Dim")]
pub struct Dim(pub shapewright::Dim);

/// An exact size is an int.
pub fn to_python<'py>(py: Python<'py>, dim: shapewright::Dim) -> PyResult<Bound<'py, PyAny>> {
    match dim.size() {
        Some(size) => Ok(size.into_pyobject(py)?.into_any()),
        None => Ok(Bound::new(py, Dim(dim))?.into_any()),
    }
}

/// The other operand of an arithmetic operation.
fn operand(value: &Bound<'_, PyAny>) -> PyResult<Option<shapewright::Dim>> {
    let is_number = value.is_instance_of::<PyInt>() || value.is_instance_of::<Dim>();
    if is_number { options::size(value).map(Some) } else { Ok(None) }
}

type Binary = fn(&shapewright::Dim, &shapewright::Dim) -> shapewright::Dim;

fn binary<'py>(left: &Dim, right: &Bound<'py, PyAny>, compute: Binary) -> PyResult<Bound<'py, PyAny>> {
    let py = right.py();
    match operand(right)? {
        Some(right) => to_python(py, compute(&left.0, &right)),
        None => Ok(py.NotImplemented().into_bound(py)),
    }
}

/// Rejects a divisor that may be zero in no other way.
fn divisor<'a>(dim: &'a Bound<'_, PyAny>) -> PyResult<&'a Bound<'a, PyAny>> {
    if operand(dim)?.is_some_and(|dim| dim.is(0)) {
        return Err(PyZeroDivisionError::new_err("division of a Dim by zero"));
    }
    Ok(dim)
}

#[pymethods]
impl Dim {
    #[new]
    #[pyo3(signature = (size, /))]
    fn new(size: &Bound<'_, PyAny>) -> PyResult<Dim> {
        options::size(size).map(Dim)
    }

    /// The smallest and the largest size; the latter is None if there is no bound.
    ///
    /// >>> Dim("1..8").bounds
    /// (1, 8)
    /// >>> Dim("N").bounds
    /// (0, None)
    #[getter]
    fn bounds(&self) -> (u64, Option<u64>) {
        (self.0.lower(), self.0.upper())
    }

    /// The names of the symbols.
    ///
    /// >>> (Dim("N") * Dim("M")).symbols
    /// ('M', 'N')
    #[getter]
    fn symbols<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let expr = self.0.to_expr();
        let mut names: Vec<&str> = expr.iter().flat_map(|expr| expr.symbols().map(Symbol::name)).collect();
        names.sort_unstable();
        PyTuple::new(py, names)
    }

    /// The dimension with other sizes for its symbols: integers, intervals, or other dimensions. A symbol is a string or a
    /// ``Dim``.
    ///
    /// >>> (2 * Dim("N") + 1).subs({"N": 4})
    /// 9
    /// >>> (2 * Dim("N")).subs({Dim("N"): Dim("M")})
    /// Dim('2*M')
    ///
    /// A result that is no size that the dimension can have, such as a negative one, raises `ValueError`.
    #[pyo3(signature = (sizes, /))]
    fn subs<'py>(&self, py: Python<'py>, sizes: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        let sizes = options::bindings(Some(sizes))?;
        let given = |symbol: &Symbol| sizes.iter().find(|(name, _)| name == symbol.name()).map(|(_, dim)| dim);
        let substituted = self.0.to_expr().map(|expr| expr.substitute(|symbol| given(symbol)?.to_expr()));
        if let Some(size) = substituted.as_ref().and_then(|expr| expr.as_ref()?.as_constant()) {
            let size = u64::try_from(size)
                .ok()
                .filter(|&size| size >= self.0.lower() && self.0.upper().is_none_or(|high| size <= high));
            return to_python(py, shapewright::Dim::exact(size.ok_or_else(|| self.impossible(&sizes))?));
        }
        let is_given = |expr: Expr| expr.symbols().all(|symbol| given(symbol).is_some_and(|dim| dim.size().is_some()));
        if substituted.is_some_and(|expr| expr.is_none()) && self.0.to_expr().is_some_and(is_given) {
            return Err(self.impossible(&sizes));
        }
        let bounded = self.0.with_bounds(|symbol| given(symbol).filter(|dim| dim.expr().is_none()));
        to_python(py, bounded.substitute(|symbol| given(symbol).and_then(shapewright::Dim::to_expr)))
    }

    /// The dimension as an expression of SymPy. Symbols are nonnegative integers.
    ///
    /// >>> (2 * Dim("N") + 1).to_sympy()
    /// 2*N + 1
    fn to_sympy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let expr = self.0.to_expr();
        let expr = expr.ok_or_else(|| PyValueError::new_err(format!("`{}` has no expression", self.0)))?;
        sympy::SymPy::new(py)?.expr(&expr)
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        binary(self, other, shapewright::Dim::add)
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        binary(self, other, shapewright::Dim::add)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        binary(self, other, shapewright::Dim::sub)
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        binary(self, other, |right, left| left.sub(right))
    }

    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        binary(self, other, shapewright::Dim::mul)
    }

    fn __rmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        binary(self, other, shapewright::Dim::mul)
    }

    fn __floordiv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        divisor(other)?;
        binary(self, other, shapewright::Dim::floor_div)
    }

    fn __rfloordiv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        binary(self, other, |right, left| left.floor_div(right))
    }

    fn __mod__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        divisor(other)?;
        binary(self, other, shapewright::Dim::modulo)
    }

    fn __rmod__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        binary(self, other, |right, left| left.modulo(right))
    }

    fn __richcmp__<'py>(&self, other: &Bound<'py, PyAny>, op: CompareOp) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let equal = if let Some(size) = self.0.size() {
            // An int of the same value, whose hash it has.
            match other.cast::<Dim>() {
                Ok(dim) => dim.get().0.size() == Some(size),
                Err(_) => other.is_instance_of::<PyInt>() && other.extract::<u64>().is_ok_and(|other| other == size),
            }
        } else if let Ok(text) = other.cast::<PyString>() {
            self.0.to_string() == text.to_str()?
        } else if let Ok(dim) = other.cast::<Dim>() {
            self.0.to_string() == dim.get().0.to_string()
        } else {
            return Ok(py.NotImplemented().into_bound(py));
        };
        Ok(match op {
            CompareOp::Eq => equal.into_pyobject(py)?.to_owned().into_any(),
            CompareOp::Ne => (!equal).into_pyobject(py)?.to_owned().into_any(),
            _ => py.NotImplemented().into_bound(py),
        })
    }

    /// That of the text or the int, which is equal.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        if let Some(size) = self.0.size() {
            return size.into_pyobject(py)?.hash();
        }
        PyString::new(py, &self.0.to_string()).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let restore = py.get_type::<Dim>().getattr("_restore")?;
        let expr = self.0.to_expr().map(|expr| pickle::encode(py, &expr)).transpose()?;
        let state = (self.0.lower(), self.0.upper(), expr);
        Ok((restore, state).into_pyobject(py)?.into_any())
    }

    /// Restores a pickled dimension.
    #[staticmethod]
    fn _restore(low: u64, high: Option<u64>, expr: Option<&Bound<'_, PyAny>>) -> PyResult<Dim> {
        let bounds = high.map_or_else(|| shapewright::Dim::at_least(low), |high| shapewright::Dim::interval(low, high));
        Ok(Dim(bounds.refine_with(expr.map(pickle::decode).transpose()?)))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    /// The int or the text, formatted.
    ///
    /// >>> f"{Dim('N'):>4}|{Dim(1500):,}"
    /// '   N|1,500'
    fn __format__<'py>(&self, py: Python<'py>, spec: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        let value = match self.0.size() {
            Some(size) => size.into_pyobject(py)?.into_any(),
            None => PyString::new(py, &self.0.to_string()).into_any(),
        };
        value.call_method1("__format__", (spec,))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Dim({})", PyString::new(py, &self.0.to_string()).repr()?))
    }
}

impl Dim {
    /// The sizes of symbols give no size that the dimension can have.
    fn impossible(&self, sizes: &[(String, shapewright::Dim)]) -> PyErr {
        let sizes: Vec<String> = sizes.iter().map(|(name, size)| format!("{name} = {size}")).collect();
        errors::option(format!("`{}` is not a possible size for {}", self.0, sizes.join(", ")))
    }
}
