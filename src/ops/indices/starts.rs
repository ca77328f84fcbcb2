//! Positions in the data that indices select, for tensors in memory.

use crate::ops::positions;
use crate::tensor::EvalError;
use crate::tensor::{Integers, Tensor};

/// Bytes of memory for the starts that [`of_elements`] returns.
pub(crate) fn bytes_of_elements(indices: Option<&Tensor>) -> u64 {
    indices.map_or(0, |indices| 8 * indices.num_elements() as u64)
}

/// Bytes of memory for the starts that [`of_slices`] returns, also of rows without indices.
pub(crate) fn bytes_of_slices(indices: Option<&Tensor>) -> u64 {
    let rows = indices.and_then(|indices| indices.sizes().split_last());
    rows.map_or(0, |(_, rows)| positions(rows).saturating_mul(8))
}

/// Bytes of memory for the starts that [`of_rows`] returns.
pub(crate) fn bytes_of_rows(indices: Option<&Tensor>, outer: &[usize]) -> u64 {
    bytes_of_elements(indices).saturating_mul(positions(outer))
}

/// The strides of the dimensions, in elements.
fn steps(sizes: &[usize]) -> Option<Vec<usize>> {
    let mut steps = vec![1usize; sizes.len()];
    for i in (1..sizes.len()).rev() {
        steps[i - 1] = steps[i].checked_mul(sizes[i])?;
    }
    Some(steps)
}

fn outside(indices: Integers<'_>, at: usize, size: usize) -> EvalError {
    let valid = match size {
        0 => "the dimension is empty".to_owned(),
        _ => format!("expected -{size}..={}", size - 1),
    };
    EvalError::Invalid(format!("index {} is out of range for a dimension of size {size}; {valid}", indices.at(at)))
}

/// The position of every element that is indexed along an axis.
///
/// # Errors
/// An index is out of range.
pub(crate) fn of_elements(indices: &Tensor, data: &[usize], axis: usize) -> Result<Vec<usize>, EvalError> {
    let (chosen, by) = (Integers::from_tensor(indices)?, indices.sizes());
    let steps = steps(data).ok_or(EvalError::UnknownType)?;
    let size = *data.get(axis).ok_or(EvalError::UnknownType)?;
    let mut index = vec![0usize; by.len()];
    let mut starts = Vec::with_capacity(chosen.len());
    for at in 0..chosen.len() {
        let own = chosen.index(at, size).ok_or_else(|| outside(chosen, at, size))?;
        let place = |dim: usize| if dim == axis { own } else { index[dim] };
        if (0..by.len()).any(|dim| data.get(dim).is_none_or(|&size| place(dim) >= size)) {
            return Err(EvalError::UnknownType);
        }
        starts.push((0..by.len()).map(|dim| place(dim) * steps[dim]).sum());
        for (i, size) in index.iter_mut().zip(by).rev() {
            *i += 1;
            if *i < *size {
                break;
            }
            *i = 0;
        }
    }
    Ok(starts)
}

/// The start of each slice that a row of indices selects, and the length of a slice.
///
/// # Errors
/// An index is out of range.
pub(crate) fn of_slices(indices: &Tensor, data: &[usize], batch: usize) -> Result<(Vec<usize>, usize), EvalError> {
    let chosen = Integers::from_tensor(indices)?;
    let (&count, rows) = indices.sizes().split_last().ok_or(EvalError::UnknownType)?;
    let steps = steps(data).ok_or(EvalError::UnknownType)?;
    let (Some(lead), Some(inner)) = (rows.get(..batch), data.get(batch..)) else { return Err(EvalError::UnknownType) };
    let (sizes, slice) = inner.split_at_checked(count).ok_or(EvalError::UnknownType)?;
    let product = |sizes: &[usize]| sizes.iter().try_fold(1usize, |n, &size| n.checked_mul(size));
    let (Some(slice), Some(inner), Some(rows), Some(batches)) =
        (product(slice), product(inner), product(rows), product(lead))
    else {
        return Err(EvalError::UnknownType);
    };
    if data.get(..batch) != Some(lead) {
        return Err(EvalError::UnknownType);
    }
    let each = rows.checked_div(batches).unwrap_or(0);
    let start = |row: usize| {
        let mut start = row / each * inner;
        for (dim, &size) in sizes.iter().enumerate() {
            let at = row * count + dim;
            start += chosen.index(at, size).ok_or_else(|| outside(chosen, at, size))? * steps[batch + dim];
        }
        Ok(start)
    };
    Ok(((0..rows).map(start).collect::<Result<_, EvalError>>()?, slice))
}

/// The start of each run that an index selects along an axis, in the order of the updates, and the length of a run.
///
/// # Errors
/// An index is out of range.
pub(crate) fn of_rows(indices: &Tensor, data: &[usize], axis: usize) -> Result<(Vec<usize>, usize), EvalError> {
    let chosen = Integers::from_tensor(indices)?;
    let steps = steps(data).ok_or(EvalError::UnknownType)?;
    let (Some(&size), Some(&run)) = (data.get(axis), steps.get(axis)) else { return Err(EvalError::UnknownType) };
    let outer = data[..axis].iter().try_fold(1usize, |n, &size| n.checked_mul(size)).ok_or(EvalError::UnknownType)?;
    let mut starts = Vec::with_capacity(outer.checked_mul(chosen.len()).ok_or(EvalError::UnknownType)?);
    for row in 0..outer {
        for at in 0..chosen.len() {
            let own = chosen.index(at, size).ok_or_else(|| outside(chosen, at, size))?;
            starts.push((row * size + own) * run);
        }
    }
    Ok((starts, run))
}
