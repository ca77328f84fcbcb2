//! The rows of a Gather: runs of the data behind the axis, chosen by indices.

use crate::evaluate::{OutputType, Refusal};
use crate::kernel::runs::{self, Run};
use crate::tensor::{Integers, Tensor};

/// The rows of the data along an axis that the indices choose, for each of the first `batch` dimensions on its own.
pub(super) fn gathered(
    data: &Tensor,
    indices: &Tensor,
    (axis, batch): (usize, usize),
    zeros: bool,
    result: &OutputType,
) -> Result<Tensor, Refusal> {
    let product = |sizes: &[usize]| sizes.iter().try_fold(1usize, |n, &size| n.checked_mul(size));
    let sizes = data.sizes();
    let rank = axis + 1;
    let size = *sizes.get(axis).ok_or(Refusal::UnknownType)?;
    let chosen = Chosen { indices: Integers::of(indices)?, size };
    if !zeros {
        chosen.check(axis)?;
    }
    if result.sizes.contains(&0) {
        return Tensor::empty(result.element, &result.sizes).map_err(|_| Refusal::UnknownType);
    }
    let count = product(&sizes[rank..]).ok_or(Refusal::UnknownType)?;
    let batches = product(&sizes[..batch]).ok_or(Refusal::UnknownType)?;
    let outer = product(&sizes[batch..axis]).ok_or(Refusal::UnknownType)?;
    let each = product(&indices.sizes()[batch..]).ok_or(Refusal::UnknownType)?;
    let runs = (0..batches * outer).flat_map(|row| {
        let first = row / outer * each;
        (first..first + each)
            .map(move |index| Run { from: chosen.row(index).map(|at| (0, (row * size + at) * count)), count })
    });
    runs::joined(result.element, &result.sizes, &[data], runs).ok_or(Refusal::UnknownType)
}

/// Indices into a dimension of this size, the negative ones counted from its end.
#[derive(Clone, Copy)]
struct Chosen<'a> {
    indices: Integers<'a>,
    size: usize,
}

impl Chosen<'_> {
    /// The row of one index, if it is in range.
    fn row(self, index: usize) -> Option<usize> {
        let index = self.indices.at(index);
        let from_start = if index < 0 { index + self.size as i128 } else { index };
        usize::try_from(from_start).ok().filter(|&row| row < self.size)
    }

    fn check(self, axis: usize) -> Result<(), Refusal> {
        let Some(outside) = (0..self.indices.len()).find(|&i| self.row(i).is_none()) else { return Ok(()) };
        let (index, size) = (self.indices.at(outside), self.size);
        let valid = match size {
            0 => "there is nothing to choose".to_owned(),
            _ => format!("valid: -{size}..={}", size - 1),
        };
        Err(Refusal::Invalid(format!("index {index} is out of range for dimension {axis} of size {size} ({valid})")))
    }
}
