//! Functions of whole rows of floats: the elements along one axis.

use super::number::{Real, with_real};
use crate::tensor::EvalError;
use crate::tensor::Tensor;

/// Replaces each run of `length` elements, `step` apart, by a function of it, rounded to the type.
pub(crate) fn map_rows(
    data: &Tensor,
    length: usize,
    step: usize,
    mut f: impl FnMut(&mut [f64]),
) -> Result<Tensor, EvalError> {
    let made = with_real!(data.element(), T => {
        let mut values: Vec<T> = data.values().unwrap_or_default().to_vec();
        // Without elements, there are no rows, whatever their length.
        let (length, step) = if values.is_empty() { (1, 1) } else { (length, step) };
        let mut row = vec![0.0; length];
        for block in values.chunks_mut(length * step) {
            for start in 0..step {
                let places = (start..block.len()).step_by(step);
                row.iter_mut().zip(places.clone()).for_each(|(to, at)| *to = block[at].real());
                f(&mut row);
                row.iter().zip(places).for_each(|(&from, at)| block[at] = T::rounded(from));
            }
        }
        Tensor::new(data.sizes(), values).map_err(|_| EvalError::UnknownType)
    });
    made.unwrap_or(Err(EvalError::Type(data.element())))
}

/// The greatest element, or NaN if there is one.
fn greatest(row: &[f64]) -> f64 {
    row.iter().fold(f64::NEG_INFINITY, |a, &b| if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) })
}

/// exp(x - greatest), each divided by their sum.
pub(crate) fn softmax(row: &mut [f64]) {
    let greatest = greatest(row);
    row.iter_mut().for_each(|x| *x = (*x - greatest).exp());
    let sum: f64 = row.iter().sum();
    row.iter_mut().for_each(|x| *x /= sum);
}

/// The logarithm of [`softmax`].
pub(crate) fn log_softmax(row: &mut [f64]) {
    let greatest = greatest(row);
    let sum: f64 = row.iter().map(|x| (x - greatest).exp()).sum();
    row.iter_mut().for_each(|x| *x = *x - greatest - sum.ln());
}

/// 1 at the first greatest element, otherwise 0.
pub(crate) fn hardmax(row: &mut [f64]) {
    let greatest = greatest(row);
    let first = row.iter().position(|&x| x == greatest);
    row.iter_mut().enumerate().for_each(|(at, x)| *x = if Some(at) == first { 1.0 } else { 0.0 });
}
