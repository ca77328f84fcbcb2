//! Expressions of SymPy.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use shapewright::expr::{Expr, Factor, Operands, Term};

/// The module `sympy`.
pub struct SymPy<'py>(Bound<'py, PyModule>);

impl<'py> SymPy<'py> {
    /// Imports the module.
    pub fn new(py: Python<'py>) -> PyResult<SymPy<'py>> {
        py.import("sympy").map(SymPy)
    }

    /// The expression.
    pub fn expr(&self, expr: &Expr) -> PyResult<Bound<'py, PyAny>> {
        let terms = expr.terms().map(|term| self.term(term)).collect::<PyResult<Vec<_>>>()?;
        self.call("Add", terms)
    }

    fn call(&self, function: &str, arguments: Vec<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.0.getattr(function)?.call1(PyTuple::new(self.0.py(), arguments)?)
    }

    fn term(&self, term: Term<'_>) -> PyResult<Bound<'py, PyAny>> {
        let coefficient = self.0.getattr("Integer")?.call1((term.coefficient(),));
        let factors = term.factors().map(|factor| self.factor(&factor));
        self.call("Mul", std::iter::once(coefficient).chain(factors).collect::<PyResult<_>>()?)
    }

    fn list(&self, operands: &Operands<'_>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        operands.clone().map(|operand| self.expr(operand)).collect()
    }

    fn factor(&self, factor: &Factor<'_>) -> PyResult<Bound<'py, PyAny>> {
        match factor {
            Factor::Symbol(symbol) => {
                let assumptions = PyDict::new(self.0.py());
                assumptions.set_item("integer", true)?;
                assumptions.set_item("nonnegative", true)?;
                self.0.getattr("Symbol")?.call((symbol.name(),), Some(&assumptions))
            }
            Factor::FloorDiv { dividend, divisor, .. } => {
                let quotient = self.expr(dividend)?.div(self.expr(divisor)?)?;
                self.call("floor", vec![quotient])
            }
            Factor::Modulo { dividend, divisor, .. } => {
                self.call("Mod", vec![self.expr(dividend)?, self.expr(divisor)?])
            }
            Factor::Min(operands) => self.call("Min", self.list(operands)?),
            Factor::Max(operands) => self.call("Max", self.list(operands)?),
            _ => Err(PyValueError::new_err("the expression has an operation that SymPy is not told about")),
        }
    }
}
