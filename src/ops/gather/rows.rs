//! The rows of a Gather: contiguous runs of the data after the axis, selected by indices.

use crate::kernel::runs;
use crate::ops::StaticTensorType;
use crate::tensor::EvalError;
use crate::tensor::{Integers, Tensor};

/// The number of indices that are read at once.
const BLOCK: usize = 512;

/// The rows of the data along an axis that the indices select, separately for each of the first `batch` dimensions.
pub(super) fn gathered(
    data: &Tensor,
    indices: &Tensor,
    (axis, batch): (usize, usize),
    zeros: bool,
    result: &StaticTensorType,
) -> Result<Tensor, EvalError> {
    let product = |sizes: &[usize]| sizes.iter().try_fold(1usize, |n, &size| n.checked_mul(size));
    let sizes = data.sizes();
    let size = *sizes.get(axis).ok_or(EvalError::UnknownType)?;
    let chosen = Integers::from_tensor(indices)?;
    if !zeros {
        check(chosen, size, axis)?;
    }
    if result.sizes.contains(&0) {
        return Tensor::empty(result.element, &result.sizes).map_err(|_| EvalError::UnknownType);
    }
    let run = product(&sizes[axis + 1..]).ok_or(EvalError::UnknownType)?;
    let batches = product(&sizes[..batch]).ok_or(EvalError::UnknownType)?;
    let outer = product(&sizes[batch..axis]).ok_or(EvalError::UnknownType)?;
    let each = product(&indices.sizes()[batch..]).ok_or(EvalError::UnknownType)?;
    let made = runs::gathered(data, &result.sizes, run, |take| {
        let mut starts = Vec::with_capacity(BLOCK.min(each));
        for row in 0..batches * outer {
            let (own, end) = (row / outer * each, (row / outer + 1) * each);
            for first in (own..end).step_by(BLOCK) {
                starts.clear();
                // An out-of-range index starts past the end.
                let start = |at: usize| chosen.index(at, size).map_or(usize::MAX, |index| (row * size + index) * run);
                starts.extend((first..end.min(first + BLOCK)).map(start));
                take(&starts);
            }
        }
    });
    made.ok_or(EvalError::UnknownType)
}

/// Rejects the first index that is out of range.
fn check(indices: Integers<'_>, size: usize, axis: usize) -> Result<(), EvalError> {
    let outside = (0..indices.len()).find(|&at| indices.index(at, size).is_none());
    let Some(index) = outside.map(|at| indices.at(at)) else { return Ok(()) };
    let valid = match size {
        0 => "the dimension is empty".to_owned(),
        _ => format!("expected -{size}..={}", size - 1),
    };
    Err(EvalError::Invalid(format!("index {index} is out of range for dimension {axis} of size {size}; {valid}")))
}
