//! `Dim`.

mod pickle;
mod sympy;

use pyo3::exceptions::{PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyDict, PyInt, PyString, PyTuple};
use shapewright::expr::Symbol;

use crate::options;

/// A dimension that is not one known size: a symbol, an expression over symbols, or an interval.
///
/// A string names a symbol, ``Dim("N")``, or states an interval, ``Dim("1..8")``; expressions come from arithmetic.
/// A result that is one size is an ``int``. A ``Dim`` equals its text, and every ``Dim`` with the same text.
///
/// >>> from shapewright import Dim
/// >>> n = Dim("N")
/// >>> 2 * n + 1
/// Dim('2*N+1')
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
    #[pyo3(signature = (text, /))]
    fn new(text: &str) -> PyResult<Dim> {
        let dim: shapewright::Dim = text.parse().map_err(crate::errors::option)?;
        Ok(Dim(dim))
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

    /// The dimension with other sizes for its symbols: integers, intervals, or other dimensions.
    ///
    /// >>> (2 * Dim("N") + 1).subs({"N": 4})
    /// 9
    /// >>> (2 * Dim("N")).subs({"N": Dim("M")})
    /// Dim('2*M')
    #[pyo3(signature = (sizes, /))]
    fn subs<'py>(&self, py: Python<'py>, sizes: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        let sizes = options::bindings(Some(sizes))?;
        let given = |symbol: &Symbol| sizes.iter().find(|(name, _)| name == symbol.name()).map(|(_, dim)| dim);
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
        let equal = if let Ok(text) = other.cast::<PyString>() {
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

    /// That of the text, which is equal.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
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

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Dim({})", PyString::new(py, &self.0.to_string()).repr()?))
    }
}
