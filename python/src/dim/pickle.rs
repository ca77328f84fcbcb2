//! Expressions as tuples: a list of terms, each a coefficient and its factors.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use shapewright::expr::{Bounds, Expr, Factor, Operands, Symbol};

/// A factor: its kind, the name and bounds of a symbol, and its operands.
type Encoded<'py> = (&'static str, Option<String>, (i64, Option<i64>), Bound<'py, PyList>);
type Decoded<'py> = (String, Option<String>, (i64, Option<i64>), Vec<Bound<'py, PyAny>>);

/// The expression as lists and tuples.
pub fn encode<'py>(py: Python<'py>, expr: &Expr) -> PyResult<Bound<'py, PyList>> {
    let terms = PyList::empty(py);
    for term in expr.terms() {
        let factors = PyList::empty(py);
        for factor in term.factors() {
            factors.append(encode_factor(py, &factor)?)?;
        }
        terms.append((term.coefficient(), factors))?;
    }
    Ok(terms)
}

fn encode_factor<'py>(py: Python<'py>, factor: &Factor<'_>) -> PyResult<Encoded<'py>> {
    let list = |operands: &mut dyn Iterator<Item = &Expr>| {
        PyList::new(py, operands.map(|operand| encode(py, operand)).collect::<PyResult<Vec<_>>>()?)
    };
    let all = |operands: &Operands<'_>| list(&mut operands.clone());
    Ok(match factor {
        Factor::Symbol(symbol) => {
            let bounds = (symbol.bounds().lower().unwrap_or(0), symbol.bounds().upper());
            ("symbol", Some(symbol.name().to_owned()), bounds, PyList::empty(py))
        }
        Factor::FloorDiv { dividend, divisor, .. } => {
            ("floor", None, (0, None), list(&mut [*dividend, *divisor].into_iter())?)
        }
        Factor::Modulo { dividend, divisor, .. } => {
            ("mod", None, (0, None), list(&mut [*dividend, *divisor].into_iter())?)
        }
        Factor::Min(operands) => ("min", None, (0, None), all(operands)?),
        Factor::Max(operands) => ("max", None, (0, None), all(operands)?),
        _ => return Err(PyValueError::new_err("the expression has an operation that cannot be pickled")),
    })
}

fn invalid() -> PyErr {
    PyValueError::new_err("the pickled dimension is not one of this version")
}

/// The expression of lists and tuples.
pub fn decode(terms: &Bound<'_, PyAny>) -> PyResult<Expr> {
    let mut sum = Expr::constant(0);
    for term in terms.try_iter()? {
        let (coefficient, factors): (i64, Vec<Decoded<'_>>) = term?.extract()?;
        let mut product = Expr::constant(coefficient);
        for factor in factors {
            product = product.checked_mul(decode_factor(factor)?).ok_or_else(invalid)?;
        }
        sum = sum.checked_add(product).ok_or_else(invalid)?;
    }
    Ok(sum)
}

fn decode_factor((kind, name, bounds, operands): Decoded<'_>) -> PyResult<Expr> {
    if let Some(name) = name {
        let low = u64::try_from(bounds.0).map_err(|_| invalid())?;
        let bounds: Bounds = match bounds.1.and_then(|high| u64::try_from(high).ok()) {
            Some(high) => (low..=high).into(),
            None => (low..).into(),
        };
        return Ok(Expr::symbol(Symbol::new(&name).with_bounds(bounds)));
    }
    let operands = operands.iter().map(decode).collect::<PyResult<Vec<_>>>()?;
    let combine: fn(&Expr, Expr) -> Option<Expr> = match kind.as_str() {
        "floor" => |a, b| a.checked_floor_div(b),
        "mod" => |a, b| a.checked_modulo(b),
        "min" => |a, b| a.checked_min(b),
        "max" => |a, b| a.checked_max(b),
        _ => return Err(invalid()),
    };
    let mut operands = operands.into_iter();
    let first = operands.next().ok_or_else(invalid)?;
    operands.try_fold(first, |all, next| combine(&all, next)).ok_or_else(invalid)
}
